//! The files that a counterexample is asked for in.

use std::path::PathBuf;

use ::cfa::Program;
use anyhow::{Context, Result};
use machine::FaultKind;
use verdict::Violation;

use crate::check::args::CheckArgs;
use crate::console::Console;
use crate::failure::Failure;
use crate::harness::{command, harness};
use crate::report::Finding;
use crate::saved::SavedTrace;

impl CheckArgs {
    /// Whether what is asked for can be written, before the search: not over the program, and into a folder that exists.
    pub fn check_outputs(&self) -> Result<(), Failure> {
        let files = self.save_trace.iter().chain(&self.harness).chain(&self.predicate.proof);
        for output in files.chain(&self.witness).chain(self.outputs.files()) {
            let is_same = |file: &PathBuf| match (file.canonicalize(), output.canonicalize()) {
                (Ok(file), Ok(output)) => file == output,
                _ => file == output,
            };
            if self.files.iter().map(|file| self.root.join(file)).any(|file| is_same(&file)) {
                let why =
                    format!("{} is a file of the program: it will not be overwritten", output.display());
                return Err(Failure::Output(why));
            }
            let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                let why =
                    format!("cannot write {}: there is no folder {}", output.display(), folder.display());
                return Err(Failure::Output(why));
            }
        }
        Ok(())
    }

    /// Writes the files that a counterexample is asked for in.
    pub fn keep(
        &self,
        console: &Console,
        program: &Program,
        options: &machine::explore::Options,
        finding: Option<&Finding>,
    ) -> Result<()> {
        let Some(Finding { violation, threads, trace, .. }) = finding else {
            for file in self.save_trace.iter().chain(&self.harness) {
                console.warning(&format!("no counterexample: {} is not written", file.display()));
            }
            return Ok(());
        };
        if let Some(file) = &self.save_trace {
            let Violation { property, fault, path, .. } = violation;
            SavedTrace::new(program, options, *property, fault.kind.name(), path).write(file)?;
        }
        if let Some(file) = &self.harness {
            let error = options.error_function.as_deref();
            let words = self.source.compiler_words()?;
            let command = command(program, &words, &self.files, file, violation.fault.kind);
            let text = harness(program, trace, *threads, error, &command)?;
            std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
            console.inform(&format!("to compile {} with the program: {command}", file.display()));
            if violation.fault.kind == FaultKind::ReachError && violation.fault.message.contains('`') {
                console.warning(
                    "the program defines its error function itself: what that does is what you will see",
                );
            }
        }
        Ok(())
    }
}
