//! Chains of calls.

use cfa::program::{FunctionId, Location};

use super::{Builder, Point};
use crate::abstraction::Place;
use crate::encode::Here;
use crate::summary::ENTRANCE;

/// A chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContextId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Context {
    /// Who calls, and by which edge.
    caller: Option<(ContextId, u32)>,
    function: FunctionId,
    /// Whether this is the function for its summary, whoever calls.
    is_summarised: bool,
}

impl<'p> Builder<'p> {
    pub(super) fn context(&mut self, context: Context) -> ContextId {
        *self.index.entry(context).or_insert_with(|| {
            self.contexts.push(context);
            ContextId(self.contexts.len() as u32 - 1)
        })
    }

    pub fn function(&self, context: ContextId) -> FunctionId {
        self.contexts[context.0 as usize].function
    }

    /// Where a point is, whoever calls.
    pub fn place(&self, point: Point) -> Place {
        (self.function(point.context), point.at)
    }

    pub fn here(&self, context: ContextId) -> Here<'p> {
        let function = self.function(context);
        Here { function, body: self.program.function(function).body.as_ref().expect("only code is entered") }
    }

    /// The context of the program's start.
    pub fn of_main(&mut self, main: FunctionId) -> ContextId {
        self.context(Context { caller: None, function: main, is_summarised: false })
    }

    /// The context of a procedure with a summary.
    pub fn summarised(&mut self, function: FunctionId) -> ContextId {
        self.context(Context { caller: None, function, is_summarised: true })
    }

    /// Where a procedure with a summary is entered.
    pub fn entrance_of(&mut self, function: FunctionId) -> Point {
        Point { context: self.summarised(function), at: ENTRANCE }
    }

    /// Who made a call, and by which edge.
    pub fn caller(&self, context: ContextId) -> Option<(ContextId, u32)> {
        self.contexts[context.0 as usize].caller
    }

    /// The context that a chain of calls begins with.
    pub fn top(&self, mut context: ContextId) -> ContextId {
        while let Some((caller, _)) = self.caller(context) {
            context = caller;
        }
        context
    }

    pub fn is_summarised(&self, context: ContextId) -> bool {
        self.contexts[context.0 as usize].is_summarised
    }

    /// Whether a procedure with a summary ends at a point.
    pub fn is_end(&self, point: Point) -> bool {
        self.is_summarised(point.context) && self.exit_of(point.context) == point.at
    }

    pub fn exit_of(&self, context: ContextId) -> Location {
        self.here(context).body.exit
    }

    pub fn is_in(&self, context: ContextId, function: FunctionId) -> bool {
        let mut at = Some(context);
        while let Some(id) = at {
            let context = self.contexts[id.0 as usize];
            if context.function == function {
                return true;
            }
            at = context.caller.map(|(caller, _)| caller);
        }
        false
    }

    /// The context of a call of a defined function, unless that is the error or calls itself.
    pub fn enter(&mut self, caller: ContextId, edge: u32, target: FunctionId) -> Option<ContextId> {
        let is_entered = self.program.function(target).body.is_some()
            && !self.is_error(target)
            && !self.is_in(caller, target);
        let context = Context { caller: Some((caller, edge)), function: target, is_summarised: false };
        is_entered.then(|| self.context(context))
    }
}
