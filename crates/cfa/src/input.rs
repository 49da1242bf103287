//! Files in: reading `.i` files, preprocessing `.c` files with the system compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    let compiler = std::env::var_os("CC").filter(|cc| !cc.is_empty()).unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    command.args(["-E", "-x", "c"]).args(&options.preprocessor);
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
    let output = command
        .output()
        .map_err(|e| failed(format!("cannot run `{}`: {e}", PathBuf::from(&compiler).display())))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim_end().to_string()));
    }
    if output.stdout.len() as u64 > SIZE_LIMIT {
        return Err(failed(format!("the preprocessed text is larger than {} MiB", SIZE_LIMIT >> 20)));
    }
    Ok(output.stdout)
}
