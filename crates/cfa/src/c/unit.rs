//! One unit's declarations: objects with their initial values, functions, startup order.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use rucc_ast::UnaryOp;
use rucc_diag::Span;
use rucc_sema::{
    Decl, DeclFlags, DeclId, DeclKind, Definition, Emission, ExprKind, Linkage as RuccLinkage, Priority,
    StorageDuration, StrId, Tast,
};
use rucc_types::{Qualifiers, TypeId as RuccType, TypeKind};

use super::parse::{Parsed, Source, error, position};
use super::types::Convert;
use super::{UnitText, entry, lower};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{Conflict, Linker, StartupOrder, Strength, Symbol};
use crate::program::{
    Body, Function, FunctionId, Init, LabelId, Linkage, Local, LocalKind, Object, ObjectId, ObjectKind,
    Program, Storage,
};
use crate::source::Pos;
use crate::types::{Type, TypeId};

/// A unit on its way into the program.
pub(super) struct Unit<'a> {
    pub linker: &'a mut Linker,
    pub tast: &'a Tast,
    pub parsed: &'a Parsed,
    pub source: &'a Source<'a>,
    pub convert: Convert<'a>,
    prefix: &'a str,
    is_model: bool,
    /// Where a run begins.
    main: &'static str,
    /// `None` for what conflicts with another unit, which is said once.
    symbols: HashMap<DeclId, Option<Symbol>>,
    /// Locals whose address the unit takes somewhere, so that they live in memory.
    pub addressed: HashSet<DeclId>,
    /// Lengths of arrays inside structs, which have no place where they are evaluated once.
    pub struct_lengths: HashSet<rucc_sema::ExprId>,
    /// Static names already given in this unit: a second one gets a number.
    taken: HashMap<String, u32>,
    /// The function being lowered, and its labels whose address is taken, in order of their ids.
    pub current: Option<FunctionId>,
    pub labels: Vec<rucc_sema::LabelId>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl<'a> Unit<'a> {
    pub fn new(
        linker: &'a mut Linker,
        parsed: &'a Parsed,
        source: &'a Source<'a>,
        text: &UnitText<'a>,
    ) -> Unit<'a> {
        let checked = &parsed.checked;
        Unit {
            linker,
            tast: &checked.tast,
            parsed,
            source,
            convert: Convert::new(&checked.types, &parsed.names, &parsed.target),
            prefix: text.prefix,
            is_model: text.is_model,
            main: if text.calls.is_some() { entry::NAME } else { "main" },
            symbols: HashMap::default(),
            addressed: addressed(&checked.tast),
            struct_lengths: struct_lengths(parsed),
            taken: HashMap::default(),
            current: None,
            labels: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Enters every declaration, then lowers every body; what is to be said about it.
    pub fn add(mut self) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let tast = self.tast;
        for &id in tast.top_level() {
            self.symbol(id);
        }
        for &id in tast.top_level() {
            if tast[id].body.is_some() {
                self.function_body(id);
            }
        }
        for asm in tast.file_asms() {
            let template = self.string(asm.template);
            let pos = self.pos(asm.span);
            self.linker.program.file_asm.push((template, pos));
        }
        if self.errors.is_empty() { Ok(self.warnings) } else { Err(self.errors) }
    }

    /// Our number of a label whose address is taken.
    pub fn label(&mut self, label: rucc_sema::LabelId) -> LabelId {
        let at = self.labels.iter().position(|&l| l == label).unwrap_or_else(|| {
            self.labels.push(label);
            self.labels.len() - 1
        });
        LabelId(at as u32)
    }

    /// A symbol already entered.
    pub fn known(&self, id: DeclId) -> Option<Symbol> {
        self.symbols.get(&id).copied().flatten()
    }

    pub fn program(&mut self) -> &mut Program {
        &mut self.linker.program
    }

    pub fn ty(&mut self, ty: RuccType) -> TypeId {
        self.convert.convert(&mut self.linker.program, &mut self.linker.records, ty)
    }

    pub fn pos(&self, span: Span) -> Pos {
        if span.is_dummy() { Pos::NONE } else { self.source.map.position(span.lo) }
    }

    pub fn decl_name(&self, id: DeclId) -> &'a str {
        let names = &self.parsed.names;
        self.tast[id].name.map_or("", |name| names.resolve(name))
    }

    /// A string literal's text, for names and templates.
    pub fn string(&self, id: StrId) -> String {
        let mut bytes = self.tast[id].bytes(&self.parsed.target);
        bytes.pop();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn error_at(&mut self, message: String, span: Span) {
        let diagnostic = self.error_of(message, span);
        self.errors.push(diagnostic);
    }

    fn error_of(&self, message: String, span: Span) -> Diagnostic {
        let position = (!span.is_dummy()).then(|| position(self.source, span.lo, span.hi));
        Diagnostic { position, ..error(message) }
    }

    /// The function or static object that a declaration stands for; `None` for locals and types.
    pub fn symbol(&mut self, id: DeclId) -> Option<Symbol> {
        if let Some(&symbol) = self.symbols.get(&id) {
            return symbol;
        }
        let tast = self.tast;
        let decl = &tast[id];
        let symbol = match decl.kind {
            DeclKind::Type => return None,
            DeclKind::Function => self.function(id, decl).map(Symbol::Function),
            DeclKind::Object if decl.duration == StorageDuration::Automatic => return None,
            DeclKind::Object => self.object(id, decl, None).map(Symbol::Object),
        };
        self.symbols.insert(id, symbol);
        symbol
    }

    /// The symbol in the object file: an assembler name counts more than the C name.
    fn link_name(&self, id: DeclId, decl: &Decl) -> String {
        match decl.asm_label {
            Some(label) => {
                let label = self.string(label);
                label.strip_prefix('*').unwrap_or(&label).to_string()
            }
            None => self.decl_name(id).to_string(),
        }
    }

    fn conflict(&mut self, conflict: Conflict, span: Span) {
        let diagnostic = self.two_places(conflict, span);
        self.errors.push(diagnostic);
    }

    /// Declarations that differ, and a program all the same.
    fn odds(&mut self, odds: Conflict, span: Span) {
        let diagnostic = self.two_places(odds, span);
        self.warnings.push(Diagnostic { severity: Severity::Warning, ..diagnostic });
    }

    fn two_places(&self, conflict: Conflict, span: Span) -> Diagnostic {
        let before = conflict.before;
        let file = self.linker.program.file(before.file);
        let note = Diagnostic {
            severity: Severity::Note,
            message: format!("the other one is at {file}:{}", before.line),
            code: None,
            position: None,
            notes: Vec::new(),
        };
        Diagnostic { notes: vec![note], ..self.error_of(conflict.message, span) }
    }

    fn function(&mut self, id: DeclId, decl: &Decl) -> Option<FunctionId> {
        let span = self.tast.definition_span(id);
        let source_name = self.decl_name(id).to_string();
        if decl.linkage == RuccLinkage::None {
            return Some(self.nested_function(id, decl));
        }
        let is_internal = decl.linkage == RuccLinkage::Internal;
        let linkage = if is_internal { Linkage::Internal } else { Linkage::External };
        let name = if is_internal { self.internal_name(&source_name) } else { self.link_name(id, decl) };
        let function = Function {
            name,
            source_name,
            linkage,
            ty: self.ty(decl.ty),
            is_noreturn: decl.flags.contains(DeclFlags::NORETURN),
            is_weak: decl.flags.contains(DeclFlags::WEAK),
            pos: self.pos(span),
            body: None,
        };
        let function = match is_internal {
            true => Ok(self.linker.add_function(function)),
            false => self.linker.declare_function(function).map(|(function, odds)| {
                if let Some(odds) = odds {
                    self.odds(odds, span);
                }
                function
            }),
        };
        if self.tast.is_ifunc(id) {
            let what = "a function that is chosen when the program is loaded (ifunc)";
            let defined = function.and_then(|function| {
                if self.linker.define_function(function, self.strength_of_alias(decl))? {
                    let ty = self.linker.program.function(function).ty;
                    let body = self.unsupported_body(ty, self.pos(span), what);
                    self.linker.program.functions[function.index()].body = Some(body);
                }
                Ok(function)
            });
            return defined.map_err(|conflict| self.conflict(conflict, span)).ok();
        }
        let alias = self.alias_target(decl);
        let result = function.and_then(|function| {
            if let Some(target @ Symbol::Function(_)) = alias
                && self.linker.define_function(function, self.strength_of_alias(decl))?
            {
                self.linker.alias(Symbol::Function(function), target);
            }
            Ok(function)
        });
        result.map_err(|conflict| self.conflict(conflict, span)).ok()
    }

    /// What a declaration is another name of.
    fn alias_target(&mut self, decl: &Decl) -> Option<Symbol> {
        let target = self.string(decl.alias?);
        self.by_name(&target)
    }

    fn strength_of_alias(&self, decl: &Decl) -> Strength {
        let is_weak = self.is_model || decl.flags.contains(DeclFlags::WEAK);
        if is_weak { Strength::Weak } else { Strength::Defined }
    }

    /// GNU C's function inside a function reaches the locals of the frame around it, which no engine models:
    /// calling it ends in `unknown`.
    fn nested_function(&mut self, id: DeclId, decl: &Decl) -> FunctionId {
        let source_name = self.decl_name(id).to_string();
        let owner = self.current.map_or("", |f| self.linker.program.function(f).name.as_str());
        let name = format!("{owner}::{source_name}()");
        let count = self.taken.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}#{count}") };
        let pos = self.pos(self.tast.definition_span(id));
        let ty = self.ty(decl.ty);
        let body = Some(self.unsupported_body(ty, pos, "a nested function"));
        let function = Function {
            name,
            source_name,
            linkage: Linkage::Internal,
            ty,
            is_noreturn: false,
            is_weak: false,
            pos,
            body,
        };
        self.linker.add_function(function)
    }

    /// What is called, and what no engine models.
    fn unsupported_body(&self, ty: TypeId, pos: Pos, what: &str) -> Body {
        let mut body = crate::build::Builder::new(self.linker.program.model);
        body.pos = pos;
        self.unnamed_parameters(ty, &mut body);
        body.stop(crate::op::Op::Unsupported(what.into()));
        body.finish(&[])
    }

    /// Parameters that nothing reads, so that calls fit.
    fn unnamed_parameters(&self, function: TypeId, body: &mut crate::build::Builder) {
        let program = &self.linker.program;
        let Type::Function(signature) = program.types.get(function) else { return };
        for (i, &ty) in signature.params.iter().enumerate() {
            let storage = match program.types.as_scalar(ty) {
                Some(scalar) => Storage::Register(scalar),
                None => {
                    let size = program.types.size(ty, program.model);
                    Storage::Memory { size, align: 16, is_variable: false }
                }
            };
            let name = format!("(unnamed)#{i}");
            let kind = LocalKind::Parameter;
            let local = Local { name, storage, ty, kind, is_constant: false, pos: body.pos };
            let local = body.local(local);
            body.body.params.push(local);
        }
    }

    /// A top-level declaration of this unit by its C name.
    fn by_name(&mut self, name: &str) -> Option<Symbol> {
        let tast = self.tast;
        let id = tast
            .top_level()
            .iter()
            .copied()
            .find(|&d| tast[d].alias.is_none() && self.decl_name(d) == name)?;
        self.symbol(id)
    }

    /// The stable name of a static: the unit's prefix, the name, and a number if it is taken.
    fn internal_name(&mut self, name: &str) -> String {
        let count = self.taken.entry(name.to_string()).or_insert(0);
        *count += 1;
        if *count == 1 { format!("{}{name}", self.prefix) } else { format!("{}{name}#{count}", self.prefix) }
    }

    fn function_body(&mut self, id: DeclId) {
        let Some(Symbol::Function(function)) = self.symbol(id) else { return };
        let tast = self.tast;
        let decl = &tast[id];
        let strength =
            if self.is_model || decl.flags.contains(DeclFlags::WEAK) || decl.inline == Emission::Inline {
                Strength::Weak
            } else {
                Strength::Defined
            };
        let span = tast.definition_span(id);
        match self.linker.define_function(function, strength) {
            Err(conflict) => return self.conflict(conflict, span),
            Ok(false) => return,
            Ok(true) => {}
        }
        let own = self.ty(decl.ty);
        let pos = self.pos(span);
        if self.decl_name(id) == self.main && decl.linkage == RuccLinkage::External {
            self.program().main = Some(function);
        }
        let order = |priority: Priority| match priority {
            Priority::Numbered(number) => StartupOrder::Numbered(number),
            Priority::Unnumbered => StartupOrder::Unnumbered,
        };
        if let Some(priority) = decl.startup.before {
            self.linker.run_before_main(order(priority), function);
        }
        if let Some(priority) = decl.startup.after {
            self.linker.run_after_main(order(priority), function);
        }
        let body = lower::function(self, function, id);
        let entry = &mut self.program().functions[function.index()];
        (entry.ty, entry.pos, entry.body) = (own, pos, Some(body));
    }

    /// An object with static storage. `owner` is the name of the function that holds a static local.
    pub fn object(&mut self, id: DeclId, decl: &Decl, owner: Option<&str>) -> Option<ObjectId> {
        let span = self.tast.decl_span(id);
        let alias = self.alias_target(decl).filter(|target| matches!(target, Symbol::Object(_)));
        let strength = match decl.state {
            _ if alias.is_some() => self.strength_of_alias(decl),
            Definition::Declared => Strength::Declared,
            _ if self.is_model || decl.flags.contains(DeclFlags::WEAK) => Strength::Weak,
            Definition::Tentative => Strength::Tentative,
            Definition::Defined => Strength::Defined,
        };
        let is_external = decl.linkage == RuccLinkage::External;
        let kind = match (decl.name, owner) {
            (None, _) => ObjectKind::Compound,
            (_, Some(_)) => ObjectKind::StaticLocal,
            _ => ObjectKind::Global,
        };
        let name = if is_external {
            self.link_name(id, decl)
        } else {
            let base = if decl.name.is_some() {
                stem(self.decl_name(id)).to_string()
            } else {
                "literal".to_string()
            };
            // The function's own name carries the prefix already.
            match owner {
                Some(owner) => {
                    let qualified = format!("{owner}::{base}");
                    let count = self.taken.entry(qualified.clone()).or_insert(0);
                    *count += 1;
                    if *count == 1 { qualified } else { format!("{qualified}#{count}") }
                }
                None if decl.name.is_none() => self.internal_name("(literal)"),
                None => {
                    let name = self.decl_name(id).to_string();
                    self.internal_name(&name)
                }
            }
        };
        // The elements of a flexible array member reach beyond its type.
        let size = self.convert.size(decl.ty).max(self.tast.extent(id));
        let align = decl.alignment.map_or(0, u64::from).max(self.convert.align(decl.ty));
        let object = Object {
            name,
            kind,
            linkage: if is_external { Linkage::External } else { Linkage::Internal },
            ty: self.ty(decl.ty),
            size,
            align,
            is_thread_local: decl.duration == StorageDuration::Thread,
            is_constant: self.is_constant(decl.ty),
            is_defined: strength > Strength::Declared,
            is_weak: decl.flags.contains(DeclFlags::WEAK),
            init: Init::default(),
            pos: self.pos(span),
        };
        let (object, counts) = if is_external {
            match self.linker.declare_object(object, strength) {
                Ok(declared) => declared,
                Err(conflict) => {
                    self.conflict(conflict, span);
                    return None;
                }
            }
        } else {
            (self.linker.add_object(object, strength), true)
        };
        // Entered before its initialiser is read, which may hold its own address.
        self.symbols.insert(id, Some(Symbol::Object(object)));
        if let Some(target) = alias.filter(|_| counts) {
            self.linker.alias(Symbol::Object(object), target);
        }
        if let Some(entries) = decl.init.filter(|_| counts) {
            let ty = self.ty(decl.ty);
            let init = self.initial_value(ty, &self.tast[entries], owner);
            self.program().objects[object.index()].init = init;
        }
        Some(object)
    }

    /// Whether an object that is defined with this type may not be changed. A `const` member of another object may:
    /// whole structs are copied over it, and compilers keep such objects where they can be written to.
    pub fn is_constant(&self, ty: RuccType) -> bool {
        let types = self.convert.types;
        if types.object_quals(ty).has(Qualifiers::CONST) {
            return true;
        }
        match types.kind(types.canonical(ty)) {
            TypeKind::Array { elem, .. } => self.is_constant(elem),
            _ => false,
        }
    }
}

/// A name without the number that a generator put behind it: `tmp___7` is `tmp`, `ldv_2042` is `ldv`.
pub(super) fn stem(name: &str) -> &str {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if let Some((stem, number)) = name.rsplit_once("___")
        && digits(number)
        && !stem.is_empty()
    {
        return stem;
    }
    for generated in ["ldv_", "__cil_tmp", "__ldv_tmp", "cil_"] {
        if name.strip_prefix(generated).is_some_and(digits) {
            return &generated[..generated.len()];
        }
    }
    name
}

/// Every object whose address some expression of the unit takes. Types and positions play no part, so one
/// pass over the arena is enough; an address taken in code that is never evaluated counts too.
fn addressed(tast: &Tast) -> HashSet<DeclId> {
    let mut set = HashSet::default();
    let count = tast.counts().exprs;
    for raw in 0..count {
        let id: rucc_sema::ExprId = rucc_base::Idx::from_usize(raw);
        let expr = tast[id];
        if let ExprKind::Unary { op: UnaryOp::AddrOf, operand } = expr.kind
            && let ExprKind::Decl(decl) | ExprKind::CompoundLiteral(decl) = tast[operand].kind
        {
            set.insert(decl);
        }
    }
    set
}

fn struct_lengths(parsed: &Parsed) -> HashSet<rucc_sema::ExprId> {
    let checked = &parsed.checked;
    let mut lengths = HashSet::default();
    for (_, record) in checked.types.records().filter(|(_, r)| r.variable.is_some()) {
        for field in &record.fields {
            let mut ty = field.ty;
            while let TypeKind::Array { elem, len } = checked.types.kind(checked.types.canonical(ty)) {
                if let rucc_types::ArrayLen::Variable(id) = len {
                    lengths.insert(checked.tast.vla_size(id));
                }
                ty = elem;
            }
        }
    }
    lengths
}
