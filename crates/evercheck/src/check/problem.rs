//! What is to be checked, and how: the options of a check as the engines know them.

use std::path::Path;
use std::sync::{Arc, Once, OnceLock};

use ::cfa::{Program, Units};
use anyhow::{Context, Result, bail};
use console::Console;
use explicit::audit::Audit;
use explicit::{Options, Order};
use machine::inputs::{Inputs as MachineInputs, has_threads};
use machine::number::Placement;
use verdict::{Limits, Properties, Property};

use super::Source;
use super::args::{
    Addresses, CheckArgs, Clock, ExplicitArgs, Inputs, MemoryModel, Reduction, Search, Signals, Switch,
};
use crate::engine::{Contenders, Engine};
use crate::known_file::KnownFile;
use crate::nearest::did_you_mean;
use crate::place::{self, Place};
use crate::shared::Shared;
use crate::task::{self, Task};
use crate::{console, prp};

/// A program, and how each engine checks it.
pub struct Problem {
    pub args: CheckArgs,
    pub program: Arc<Program>,
    /// A hash of what was read.
    pub text: [u8; 32],
    /// A hash of the same, wherever its lines stand.
    pub wording: [u8; 32],
    /// What it was made of, if others are to read it, too.
    pub units: Option<Arc<Units>>,
    pub explicit: Options,
    pub predicate: predicate::Options,
    pub contenders: Contenders,
    /// The store that is shared with other machines.
    pub shared: Option<Arc<Shared>>,
    /// Where the store is, once an engine has asked.
    place: OnceLock<Option<Place>>,
    announced: Once,
}

impl Problem {
    pub fn new(args: CheckArgs, source: &Source, mut explicit: Options) -> Problem {
        let Source { text, wording, .. } = *source;
        let (program, units) = (source.program.clone(), source.units.clone());
        let of_predicate = &args.predicate;
        let predicate = predicate::Options {
            properties: explicit.properties,
            externs: of_predicate.externs.into(),
            // Whoever names an assumption accepts it.
            is_outside_trusted: args.given.predicate.iter().any(|option| option == "--externs"),
            summaries: of_predicate.summaries.into(),
            is_whole: of_predicate.whole,
            is_certified: of_predicate.certify == Switch::On,
            proofs: Vec::new(),
            hints: Vec::new(),
            cache: Vec::new(),
            technique: args.reuse.technique().unwrap_or_default(),
            known: explicit.known.clone(),
            cex: args.reuse.cex(),
            without: args.reuse.without(),
            is_audited: args.reuse.audit() == Audit::Full,
            limits: explicit.limits.clone(),
            machine: explicit.machine(),
        };
        let engine = match args.common.engine {
            Engine::Auto if of_predicate.proof.is_some() => Engine::Predicate,
            engine => engine,
        };
        let symbols = args.choose_symbols(&program, engine, &mut explicit);
        let mut contenders = engine.contenders(&program, &explicit, &args.given);
        if let Some(symbols) = &symbols {
            let why = contenders.why.iter().cloned().chain([format!("inputs are symbols, since {symbols}")]);
            contenders.why = Some(why.collect::<Vec<_>>().join("; "));
        }
        contenders.symbols = symbols;
        if args.cluster.broker.is_some() {
            (contenders.has_explicit, contenders.has_predicate) = (true, false);
        }
        let shared = args.reuse.shared().map(Arc::new);
        let (place, announced) = (OnceLock::new(), Once::new());
        Problem {
            args,
            program,
            text,
            wording,
            units,
            explicit,
            predicate,
            contenders,
            shared,
            place,
            announced,
        }
    }

    /// Where the store is. Why it is not where it might be is said once, however many engines ask.
    pub fn place(&self, console: &Console) -> Option<&Place> {
        self.place.get_or_init(|| place::find(console, self.args.reuse.folder())).as_ref()
    }

    /// Says where the store is that was opened, once.
    pub fn announce(&self, place: &Place, console: &Console) {
        self.announced.call_once(|| place.announce(console));
    }

    /// Whether both engines take part.
    pub fn is_contested(&self) -> bool {
        self.contenders.has_explicit && self.contenders.has_predicate
    }

    pub fn limits(&self) -> &Limits {
        &self.explicit.limits
    }
}

impl CheckArgs {
    /// What runs are called by in the store.
    pub fn target(&self) -> String {
        let files = self.files.iter().map(|file| file.display().to_string());
        let words = || files.chain(self.calls.function().map(|name| format!("{name}()"))).collect::<Vec<_>>();
        self.name.clone().unwrap_or_else(|| words().join(" "))
    }

    /// A verification task is short for files and options; those of the command line override its own.
    pub fn with_task(&self, console: &Console) -> Result<(CheckArgs, Option<Task>)> {
        let mut args = self.clone();
        let Some(file) = self.files.iter().find(|file| task::is_task(file)) else { return Ok((args, None)) };
        if self.files.len() > 1 {
            bail!(
                "{} is a verification task, which names its files itself: give nothing besides it",
                file.display()
            );
        }
        let task = Task::read(file)?;
        args.files = task.sources.clone();
        if args.common.property.is_empty() {
            args.common.property = task.property_files()?;
        }
        match &task.data_model {
            Some((model, says)) if args.source.default_data_model(*model) => {
                console.detail(&format!("data model: {model:?}, says {}", says.display()));
            }
            Some(_) => {}
            None => console.detail("data model: the task does not say, nor does a category that it is in"),
        }
        Ok((args, Some(task)))
    }

    /// As many workers as explore. If nobody has said so, there is one for each core, unless something depends on the order in which
    /// states are come to.
    fn workers(&self) -> usize {
        let ExplicitArgs { jobs, ranges, depth, max_states, .. } = &self.explicit;
        let is_ordered = ranges.is_some() || depth.is_some() || max_states.is_some();
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        jobs.unwrap_or_else(|| if is_ordered || self.cluster.broker.is_some() { 1 } else { cores() })
    }

    /// The list of known violations.
    pub fn known(&self) -> Result<Option<KnownFile>> {
        let file = self.common.known.as_ref().map(|file| self.root.join(file));
        if file.is_none() && self.common.update_known {
            bail!("--update-known is for the list that --known FILE names");
        }
        file.map(|file| KnownFile::read(&file, self.common.update_known)).transpose()
    }

    /// How the explicit engine explores, and what both engines check.
    pub fn options(&self) -> Result<Options> {
        let CheckArgs { common, explicit, .. } = self;
        if explicit.seed.is_some() && explicit.search != Search::Random && explicit.ranges.is_none() {
            bail!("--seed is for --search random and for --ranges");
        }
        if self.cluster.broker.is_some()
            && (common.engine == Engine::Predicate || self.predicate.proof.is_some())
        {
            bail!("--broker is for the explicit engine");
        }
        let mut known = self.known()?.map_or(Ok(Vec::new()), |file| file.all())?;
        let of_base = self.base.iter().flat_map(|base| &base.violations);
        known.extend(of_base.filter(|it| !known.contains(it)).cloned().collect::<Vec<_>>());
        if explicit.jobs.is_some_and(|jobs| jobs > 1) && explicit.search == Search::Bfs {
            bail!("--jobs is not for --search bfs: breadth first, one worker explores");
        }
        let mut options = Options {
            workers: self.workers(),
            // The first that is met may be one that counts for nothing.
            is_any: explicit.any && known.is_empty(),
            order: match explicit.search {
                Search::Mixed => Order::Mixed,
                Search::Dfs => Order::Depth,
                Search::Bfs => Order::Breadth,
                Search::Random => Order::Random(explicit.seed.unwrap_or(0)),
            },
            range: explicit.range.clone().filter(|range| !range.is_whole()),
            // A list is to have all of them.
            is_keeping_going: explicit.keep_going || !known.is_empty() || common.update_known,
            known,
            is_stateless: explicit.stateless,
            is_clock_stepped: explicit.clock != Clock::Any,
            is_order_strong: explicit.memory_model == MemoryModel::Sc,
            is_without_signals: explicit.signals == Signals::None,
            limits: Limits { depth: explicit.depth, states: explicit.max_states, ..Limits::default() },
            ..Options::default()
        };
        options.machine.malloc_may_fail = common.malloc_may_fail;
        options.machine.spurious_wakeups = explicit.spurious_wakeups == Switch::On;
        options.machine.placement = match explicit.addresses {
            Addresses::Any => Placement::Any,
            Addresses::Fixed => Placement::Fixed,
        };
        options.machine.is_reduced = explicit.por != Reduction::Off;
        options.machine.postpones = explicit.por == Reduction::Alone;
        options.machine.nondet_range = explicit.nondet_range;
        options.machine.oracle = Some(solver::oracle);
        if explicit.inputs == Inputs::Symbolic {
            if let Some(other) = self.not_with_symbols() {
                bail!("--inputs symbolic cannot be used with {other}");
            }
            options.machine.has_symbols = true;
        }
        if let Clock::Stepped(steps) = explicit.clock {
            options.machine.clock_steps = steps;
        }
        options.machine.arguments = explicit.args.as_ref().and_then(|words| words.0.clone());
        if !common.property.is_empty() {
            let mut properties = Vec::new();
            for name in &common.property {
                let (found, error) = named(name, &self.root)?;
                properties.extend(found);
                options.machine.error_function = error.or(options.machine.error_function);
            }
            options.properties = properties.into_iter().collect::<Properties>();
        }
        let except = common.except.iter().map(|name| named(name, &self.root)).collect::<Result<Vec<_>>>()?;
        let is_wanted = |it: &Property| !except.iter().any(|(found, _)| found.contains(it));
        options.properties = options.properties.iter().filter(is_wanted).collect();
        if options.properties.iter().next().is_none() {
            bail!("--except leaves no property to check");
        }
        Ok(options)
    }
}

impl CheckArgs {
    /// What there is not yet where inputs are symbols.
    fn not_with_symbols(&self) -> Option<&'static str> {
        let CheckArgs { explicit, common, cluster, .. } = self;
        match () {
            () if common.engine == Engine::Predicate => Some("--engine predicate"),
            () if explicit.por == Reduction::Alone => Some("--por alone"),
            () if explicit.addresses == Addresses::Fixed => Some("--addresses fixed"),
            () if explicit.range.is_some() => Some("--range"),
            () if explicit.ranges.is_some() => Some("--ranges"),
            () if explicit.keep_going => Some("--keep-going"),
            () if common.known.is_some() => Some("--known"),
            () if cluster.broker.is_some() => Some("--broker"),
            () => None,
        }
    }

    /// Makes inputs symbols where nobody has said what they are, the explicit engine checks the program, and it could not do so by trying each value.
    /// Why, if that is so.
    fn choose_symbols(&self, program: &Program, engine: Engine, explicit: &mut Options) -> Option<String> {
        let is_asked = self.explicit.inputs == Inputs::Auto
            && (engine == Engine::Explicit || engine == Engine::Auto && has_threads(program))
            && !explicit.is_stateless
            && !explicit.is_keeping_going;
        if !is_asked || self.not_with_symbols().is_some() {
            return None;
        }
        let inputs = MachineInputs::of(program, &explicit.machine);
        let site = *inputs.unbounded().first()?;
        (explicit.machine.has_symbols, explicit.machine.tries_few) = (true, true);
        Some(format!("{}() has too many values to try each", site.name))
    }
}

/// The properties of a name or of a .prp file, and the error function that such a file may name.
fn named(name: &str, root: &Path) -> Result<(Vec<Property>, Option<String>)> {
    if let Some(found) = Property::named(name) {
        return Ok((found, None));
    }
    if !name.ends_with(".prp") {
        let known = Property::ALL.map(Property::name).into_iter().chain(["valid-memsafety", "default"]);
        let known: Vec<String> = known.map(String::from).collect();
        let meant = did_you_mean(name, &known);
        bail!("unknown property {name:?}; known are {}{meant}", known.join(", "));
    }
    let text = std::fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))?;
    prp::parse(&text).with_context(|| format!("in {name}"))
}
