//! Files in: reading `.i` files, preprocessing `.c` files with the system compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::diagnostic::Error;
use crate::types::DataModel;

/// The largest preprocessed unit: offsets into it are 32 bits wide.
const SIZE_LIMIT: u64 = 1 << 30;

/// How to read and preprocess.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub data_model: DataModel,
    /// Passed to `cc -E` as they are: `-I`, `-D`, `-U`, `-include`.
    pub preprocessor: Vec<String>,
    /// Files with definitions for functions and objects that the program itself does not define.
    pub models: Vec<PathBuf>,
    /// A name for `-std=`; gcc's default otherwise.
    pub standard: Option<String>,
}

/// The preprocessed text of a file.
pub(crate) fn read(path: &Path, options: &Options) -> Result<Vec<u8>, Error> {
    let input = |reason: String| Error::Input { path: path.to_path_buf(), reason };
    let metadata = std::fs::metadata(path).map_err(|e| {
        input(if e.kind() == std::io::ErrorKind::NotFound { "no such file".into() } else { e.to_string() })
    })?;
    if metadata.is_dir() {
        return Err(input("is a directory; name the C files in it".into()));
    }
    if metadata.len() > SIZE_LIMIT {
        return Err(input(format!("is larger than {} MiB", SIZE_LIMIT >> 20)));
    }
    let is_preprocessed = path.extension().is_some_and(|e| e == "i");
    let bytes = std::fs::read(path).map_err(|e| input(e.to_string()))?;
    if bytes.iter().take(1 << 16).any(|&b| b == 0) {
        return Err(input("is a binary file, not C text".into()));
    }
    if is_preprocessed { Ok(bytes) } else { preprocess(path, options) }
}

fn preprocess(path: &Path, options: &Options) -> Result<Vec<u8>, Error> {
    let failed = |message: String| Error::Preprocessor { path: path.to_path_buf(), message };
    let output = run_preprocessor(path, options, &[]).map_err(failed)?;
    let output = match missing_headers(&output, options) {
        Some((extra, folder)) => {
            let again = run_preprocessor(path, options, &extra);
            // Nothing of interest is lost if it stays.
            let _ = std::fs::remove_dir_all(folder);
            again.map_err(failed)?
        }
        None => output,
    };
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim_end().to_string()));
    }
    if output.stdout.len() as u64 > SIZE_LIMIT {
        return Err(failed(format!("the preprocessed text is larger than {} MiB", SIZE_LIMIT >> 20)));
    }
    Ok(output.stdout)
}

fn run_preprocessor(path: &Path, options: &Options, extra: &[String]) -> Result<Output, String> {
    let compiler = std::env::var_os("CC").filter(|cc| !cc.is_empty()).unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    command.args(["-E", "-x", "c"]).args(&options.preprocessor).args(extra);
    if options.data_model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    if let Some(standard) = &options.standard {
        command.arg(format!("-std={standard}"));
    }
    // A name that looks like an option is made a path.
    let plain = if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path)
    } else {
        path.into()
    };
    command.arg(plain).stdin(Stdio::null());
    command.output().map_err(|e| format!("cannot run `{}`: {e}", PathBuf::from(&compiler).display()))
}

/// Where the 32-bit headers of the C library are not installed, the 64-bit ones do: they ask for the word size
/// themselves. What they lack is one file without content of interest, which is put beside them.
fn missing_headers(output: &Output, options: &Options) -> Option<(Vec<String>, PathBuf)> {
    let is_ours = options.data_model == DataModel::Ilp32 && !output.status.success();
    let headers = Path::new("/usr/include/x86_64-linux-gnu");
    if !is_ours || !headers.is_dir() {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("evercheck-headers-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("gnu")).ok()?;
    std::fs::write(folder.join("gnu/stubs-32.h"), "").ok()?;
    let after = |folder: &Path| vec!["-idirafter".to_string(), folder.to_string_lossy().into_owned()];
    Some(([after(headers), after(&folder)].concat(), folder))
}
