//! Calls from library functions back into the program: comparison functions, exit and signal handlers.

use cfa::program::FunctionId;

use super::{ArgValue, Args};
use crate::code::{Kind, Result_};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{UNINIT, Val, function_of};

/// Callbacks one inside the other: each takes some of our own stack.
const LIMIT: u32 = 200;

impl Machine<'_> {
    /// Calls what a pointer points to, a function of the program or of the library.
    pub(super) fn call_back(
        &mut self,
        callee: Val,
        args: &[(Val, Kind)],
        what: &str,
        limit: u64,
    ) -> Result<Val, Stop> {
        let Some(id) = function_of(callee) else {
            return match callee {
                Val { tag: UNINIT, .. } => Fault::stop(
                    FaultKind::UninitialisedRead,
                    format!("{what} through an uninitialised pointer"),
                ),
                Val::ZERO => {
                    Fault::stop(FaultKind::NullDereference, format!("{what} through a null pointer"))
                }
                _ => {
                    Fault::stop(FaultKind::InvalidPointer, format!("{what} through a pointer to no function"))
                }
            };
        };
        if self.library.callbacks >= LIMIT {
            return Err(Stop::NotModelled(format!("more than {LIMIT} callbacks one inside the other")));
        }
        self.library.callbacks += 1;
        let result = self.call_target(FunctionId(id), args, limit);
        self.library.callbacks -= 1;
        result
    }

    fn call_target(&mut self, id: FunctionId, args: &[(Val, Kind)], limit: u64) -> Result<Val, Stop> {
        let (image, function) = (self.image, self.image.program.function(id));
        self.footprint.call(id);
        if function.body.is_some() {
            let code = &image.code[id.index()];
            if code.params.len() != args.len() || code.is_variadic {
                let (name, count) = (&function.name, code.params.len());
                let given = args.len();
                return Fault::stop(
                    FaultKind::BadCall,
                    format!("the callback `{name}` has {count} parameters and is called with {given}"),
                );
            }
            return self.call_function(id, args, limit);
        }
        let Some(library) = super::find(&function.name) else {
            let name = &function.name;
            return Err(Stop::NotModelled(format!("a call of `{name}`, which is neither defined nor known")));
        };
        library.refuse_spare(args.len())?;
        let values = args
            .iter()
            .map(|&(value, kind)| ArgValue { value, high: Val::ZERO, kind: Some(kind), size: kind.bytes() })
            .collect();
        let args = Args { values, result: Result_::None, destination: None, limit };
        (library.entry().function)(self, &args)
    }
}
