//! The `evercheck` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    evercheck::cli::main()
}
