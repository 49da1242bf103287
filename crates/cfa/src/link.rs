//! Units into one program: names with external linkage are shared, static names are kept apart.

use rustc_hash::FxHashMap as HashMap;

use crate::c::RecordIndex;
use crate::expr::ExprKind;
use crate::op::{Callee, Op};
use crate::program::{
    AddressTarget, Function, FunctionId, Init, Linkage, Object, ObjectId, ObjectKind, Program,
};
use crate::source::{FileId, Pos};
use crate::types::{DataModel, Scalar, Type, TypeId, Types};

/// How firmly a name is defined; a firmer definition replaces a weaker one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Strength {
    Declared,
    /// `weak`, or an inline definition that another unit's definition overrides.
    Weak,
    Tentative,
    Defined,
}

/// When a constructor runs: numbered ones first, by number, then the others, as linked. Destructors run the
/// other way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum StartupOrder {
    Numbered(u16),
    Unnumbered,
}

/// What a name with external linkage stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Symbol {
    Function(FunctionId),
    Object(ObjectId),
}

/// The program while units are added to it.
pub(crate) struct Linker {
    pub program: Program,
    /// Nothing is brought to its normal form.
    pub is_as_written: bool,
    pub records: RecordIndex,
    symbols: HashMap<String, Symbol>,
    functions: Vec<Strength>,
    objects: Vec<Strength>,
    literals: HashMap<(Vec<u8>, TypeId), ObjectId>,
    files: HashMap<String, FileId>,
    /// The order of each constructor and of each destructor of the program.
    before_main: Vec<StartupOrder>,
    after_main: Vec<StartupOrder>,
    aliases: HashMap<Symbol, Symbol>,
}

fn empty(model: DataModel) -> Program {
    Program {
        model,
        files: Vec::new(),
        types: Types::default(),
        objects: Vec::new(),
        functions: Vec::new(),
        main: None,
        constructors: Vec::new(),
        destructors: Vec::new(),
        file_asm: Vec::new(),
        entry: None,
    }
}

/// Why a declaration does not go with the ones before it.
pub(crate) struct Conflict {
    pub message: String,
    pub before: Pos,
}

impl Linker {
    pub fn new(model: DataModel) -> Linker {
        Linker {
            program: empty(model),
            is_as_written: false,
            records: HashMap::default(),
            symbols: HashMap::default(),
            functions: Vec::new(),
            objects: Vec::new(),
            literals: HashMap::default(),
            files: HashMap::default(),
            before_main: Vec::new(),
            after_main: Vec::new(),
            aliases: HashMap::default(),
        }
    }

    pub fn file(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.files.get(name) {
            return id;
        }
        let id = FileId(self.program.files.len() as u32);
        self.program.files.push(name.to_string());
        self.files.insert(name.to_string(), id);
        id
    }

    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// Makes a symbol another name of `target`, unless a firmer definition comes.
    pub fn alias(&mut self, alias: Symbol, target: Symbol) {
        self.aliases.insert(alias, target);
    }

    /// What an alias stands for in the end.
    fn resolve(&self, mut symbol: Symbol) -> Symbol {
        // An alias of an alias of itself is no program, but no endless loop either.
        for _ in 0..=self.aliases.len() {
            match self.aliases.get(&symbol) {
                Some(&target) => symbol = target,
                None => break,
            }
        }
        symbol
    }

    /// The program, with everything that refers to an alias referring to what it stands for.
    pub fn finish(mut self) -> Program {
        let mut program = std::mem::replace(&mut self.program, empty(DataModel::default()));
        if self.aliases.is_empty() {
            return program;
        }
        let function = |id: &mut FunctionId| {
            if let Symbol::Function(target) = self.resolve(Symbol::Function(*id)) {
                *id = target;
            }
        };
        let object = |id: &mut ObjectId| {
            if let Symbol::Object(target) = self.resolve(Symbol::Object(*id)) {
                *id = target;
            }
        };
        for body in program.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
            for expr in &mut body.exprs {
                match &mut expr.kind {
                    ExprKind::Function(id) => function(id),
                    ExprKind::Object(id) => object(id),
                    _ => {}
                }
            }
            for edge in &mut body.edges {
                if let Op::Call { callee: Callee::Direct(id), .. } = &mut edge.op {
                    function(id);
                }
            }
        }
        for address in program.objects.iter_mut().flat_map(|object| &mut object.init.addresses) {
            match &mut address.target {
                AddressTarget::Function(id) => function(id),
                AddressTarget::Object(id) => object(id),
                _ => {}
            }
        }
        program
            .constructors
            .iter_mut()
            .chain(&mut program.destructors)
            .chain(&mut program.main)
            .for_each(function);
        program
    }

    pub fn add_function(&mut self, function: Function) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        if function.linkage == Linkage::External {
            self.symbols.insert(function.name.clone(), Symbol::Function(id));
        }
        self.program.functions.push(function);
        self.functions.push(Strength::Declared);
        id
    }

    pub fn add_object(&mut self, object: Object, strength: Strength) -> ObjectId {
        let id = ObjectId(self.program.objects.len() as u32);
        if object.linkage == Linkage::External {
            self.symbols.insert(object.name.clone(), Symbol::Object(id));
        }
        self.program.objects.push(object);
        self.objects.push(strength);
        id
    }

    /// A declaration of a function with external linkage; and what it is at odds with, though linkers do not mind.
    pub fn declare_function(
        &mut self,
        function: Function,
    ) -> Result<(FunctionId, Option<Conflict>), Conflict> {
        match self.symbol(&function.name) {
            None => Ok((self.add_function(function), None)),
            Some(Symbol::Object(id)) => Err(Conflict {
                message: format!("`{}` is a function here and an object elsewhere", function.source_name),
                before: self.program.object(id).pos,
            }),
            Some(Symbol::Function(id)) => {
                let old = &mut self.program.functions[id.index()];
                let odds = (!compatible(&self.program.types, old.ty, function.ty)).then(|| Conflict {
                    message: format!(
                        "conflicting types for `{}`: its definition counts",
                        function.source_name
                    ),
                    before: old.pos,
                });
                old.is_noreturn |= function.is_noreturn;
                // One unit's strong reference is enough for the linker to insist on a definition.
                old.is_weak &= function.is_weak;
                // A prototype tells more than `f()`.
                if let Type::Function(signature) = self.program.types.get(old.ty)
                    && !signature.prototyped
                    && old.body.is_none()
                {
                    old.ty = function.ty;
                }
                Ok((id, odds))
            }
        }
    }

    /// Whether a definition of this strength takes effect; an error if the function is defined twice.
    pub fn define_function(&mut self, id: FunctionId, strength: Strength) -> Result<bool, Conflict> {
        let old = self.functions[id.index()];
        if old == Strength::Defined && strength == Strength::Defined {
            let function = self.program.function(id);
            return Err(Conflict {
                message: format!("`{}` is defined twice", function.source_name),
                before: function.pos,
            });
        }
        let takes = strength > old;
        if takes {
            self.functions[id.index()] = strength;
            self.aliases.remove(&Symbol::Function(id));
        }
        Ok(takes)
    }

    /// A declaration or definition of an object with external linkage. Its initialiser is set afterwards if
    /// the answer says that this definition counts.
    pub fn declare_object(
        &mut self,
        object: Object,
        strength: Strength,
    ) -> Result<(ObjectId, bool), Conflict> {
        let name = &object.name;
        match self.symbol(name) {
            None => Ok((self.add_object(object, strength), strength > Strength::Declared)),
            Some(Symbol::Function(id)) => Err(Conflict {
                message: format!("`{name}` is an object here and a function elsewhere"),
                before: self.program.function(id).pos,
            }),
            Some(Symbol::Object(id)) => {
                let old_strength = self.objects[id.index()];
                let old = &mut self.program.objects[id.index()];
                if old.is_thread_local != object.is_thread_local {
                    let message = format!("`{name}` is thread-local in one unit only");
                    return Err(Conflict { message, before: old.pos });
                }
                if !compatible(&self.program.types, old.ty, object.ty) {
                    return Err(Conflict {
                        message: format!("conflicting types for `{name}`"),
                        before: old.pos,
                    });
                }
                if old_strength == Strength::Defined && strength == Strength::Defined {
                    return Err(Conflict { message: format!("`{name}` is defined twice"), before: old.pos });
                }
                let is_weak = old.is_weak && object.is_weak;
                // Its definition says whether storing to it is a fault; of two tentative ones that disagree neither does.
                if strength == old_strength {
                    old.is_constant &= object.is_constant;
                }
                if strength > old_strength {
                    *old = object;
                    self.objects[id.index()] = strength;
                    self.aliases.remove(&Symbol::Object(id));
                } else if object.size > old.size {
                    (old.ty, old.size) = (object.ty, object.size);
                }
                self.program.objects[id.index()].is_weak = is_weak;
                Ok((id, strength > old_strength))
            }
        }
    }

    pub fn run_before_main(&mut self, order: StartupOrder, function: FunctionId) {
        let at = self.before_main.partition_point(|&other| other <= order);
        self.before_main.insert(at, order);
        self.program.constructors.insert(at, function);
    }

    pub fn run_after_main(&mut self, order: StartupOrder, function: FunctionId) {
        let at = self.after_main.partition_point(|&other| other > order);
        self.after_main.insert(at, order);
        self.program.destructors.insert(at, function);
    }

    /// The object of a string literal, named as it is written: one for each type and content.
    pub fn literal(&mut self, prefix: &str, bytes: Vec<u8>, ty: TypeId, align: u64) -> ObjectId {
        let key = (bytes, ty);
        if let Some(&id) = self.literals.get(&key) {
            return id;
        }
        let bytes = key.0.clone();
        let mut name = String::with_capacity(bytes.len() + 4);
        name.push_str(prefix);
        name.push('"');
        bytes.iter().take(bytes.len().saturating_sub(align as usize)).for_each(|b| {
            name.extend(std::ascii::escape_default(*b).map(char::from));
        });
        name.push('"');
        let size = bytes.len() as u64;
        let object = Object {
            name,
            kind: ObjectKind::Literal,
            linkage: Linkage::Internal,
            ty,
            size,
            align,
            is_thread_local: false,
            is_constant: true,
            is_defined: true,
            is_weak: false,
            init: Init { bytes: vec![(0, bytes)], addresses: Vec::new() },
            pos: Pos::NONE,
        };
        let id = self.add_object(object, Strength::Defined);
        self.literals.insert(key, id);
        id
    }
}

/// Whether two declarations of one name can stand for one thing. Pointers are all alike: real code is loose
/// with them across units, and no engine relies on the pointee of a declaration.
fn compatible(types: &Types, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    match (types.get(a), types.get(b)) {
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (Type::Scalar(a), Type::Scalar(b)) => same_size(*a, *b),
        (Type::Array { elem: a, len: m }, Type::Array { elem: b, len: n }) => {
            (m.is_none() || n.is_none() || m == n) && compatible(types, *a, *b)
        }
        (Type::Record(a), Type::Record(b)) => {
            let (a, b) = (types.record(*a), types.record(*b));
            !a.complete || !b.complete || (a.size == b.size && a.is_union == b.is_union)
        }
        (Type::Function(a), Type::Function(b)) => {
            compatible(types, a.result, b.result)
                && (!a.prototyped
                    || !b.prototyped
                    || (a.variadic == b.variadic
                        && a.params.len() == b.params.len()
                        && a.params.iter().zip(&b.params).all(|(a, b)| compatible(types, *a, *b))))
        }
        _ => false,
    }
}

fn same_size(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Int { bits: a, .. }, Scalar::Int { bits: b, .. }) => a == b,
        _ => a == b,
    }
}
