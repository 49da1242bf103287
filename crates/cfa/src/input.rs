//! Files in: reading `.i` files, preprocessing `.c` files with the system compiler.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::c::Calls;
use crate::diagnostic::Error;
use crate::types::DataModel;

/// The largest preprocessed unit: offsets into it are 32 bits wide.
const SIZE_LIMIT: u64 = 1 << 30;
/// What is kept of a preprocessor's complaints.
const COMPLAINTS: u64 = 1 << 20;
/// The beginning of a file, in which text has no zero bytes.
const BEGINNING: u64 = 1 << 16;

/// The processor has no vector unit, unless an option says so: code then takes the way that works everywhere.
const WITHOUT_VECTORS: [&str; 6] =
    ["-U__SSE__", "-U__SSE2__", "-U__SSE_MATH__", "-U__SSE2_MATH__", "-U__MMX__", "-U__MMX_WITH_SSE__"];

/// How to read and preprocess.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder that relative paths are of; the current one if it is empty. What a program is called by, down to its
    /// `__FILE__`, does not depend on it.
    pub root: PathBuf,
    pub data_model: DataModel,
    /// Passed to `cc -E` as they are: `-I`, `-D`, `-U`, `-include`.
    pub preprocessor: Vec<String>,
    /// The same of single files, after those of all.
    pub of_files: Vec<(PathBuf, Vec<String>)>,
    /// Files with definitions for functions and objects that the program itself does not define.
    pub models: Vec<PathBuf>,
    /// More of them, each with what it is called by and where it lies at the moment.
    pub bundled: Vec<(PathBuf, PathBuf)>,
    /// A name for `-std=`; gcc's default otherwise.
    pub standard: Option<String>,
    /// Calls of a function in place of `main`.
    pub calls: Option<Calls>,
    /// Holds the number of the process that preprocesses, while there is one, for those who may have to end it. It then
    /// leads a process group of its own.
    pub preprocessing: Option<Arc<AtomicU32>>,
}

/// The preprocessed text of a file.
pub(crate) fn read(path: &Path, options: &Options) -> Result<Vec<u8>, Error> {
    let input = |reason: String| Error::Input { path: path.to_path_buf(), reason };
    let place = options.root.join(path);
    let metadata = std::fs::metadata(&place).map_err(|e| {
        input(if e.kind() == std::io::ErrorKind::NotFound { "no such file".into() } else { e.to_string() })
    })?;
    if metadata.is_dir() {
        return Err(input("is a directory; name the C files in it".into()));
    }
    // What is read once is gone, and the compiler reads it too.
    if !metadata.is_file() {
        return Err(input("is not a regular file".into()));
    }
    let is_preprocessed = path.extension().is_some_and(|e| e == "i");
    let failed = |e: io::Error| input(e.to_string());
    let mut file = std::fs::File::open(&place).map_err(failed)?;
    let mut bytes = Vec::new();
    file.by_ref().take(BEGINNING).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.contains(&0) {
        return Err(input("is a binary file, not C text".into()));
    }
    if !is_preprocessed {
        return preprocess(path, options, Text::OfFile);
    }
    file.take(SIZE_LIMIT).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(input(format!("is larger than {} MiB", SIZE_LIMIT >> 20)));
    }
    Ok(bytes)
}

/// Conditions with the macros in them expanded that a file has at its end.
pub(crate) fn expand(path: &Path, options: &Options, conditions: &[String]) -> Result<Vec<String>, Error> {
    const MARK: &str = "__evercheck_condition";
    let is_macro = |c: char| c.is_alphabetic() || c == '_';
    if path.extension().is_some_and(|e| e == "i") || !conditions.iter().any(|it| it.contains(is_macro)) {
        return Ok(conditions.to_vec());
    }
    // Each is one line that begins with a word, so none is a directive.
    let lines: String =
        conditions.iter().map(|it| format!("{MARK} {}\n", it.replace(['\n', '\r'], " "))).collect();
    let expanded = preprocess(path, options, Text::Given(&lines))?;
    let expanded = String::from_utf8_lossy(&expanded).replace(['\n', '\r'], " ");
    let found: Vec<String> = expanded.split(MARK).skip(1).map(|it| it.trim().to_string()).collect();
    match found.len() == conditions.len() {
        true => Ok(found),
        false => {
            let message =
                "the conditions of --assume cannot be told apart when macros are expanded".to_string();
            Err(Error::Preprocessor { path: path.to_path_buf(), message })
        }
    }
}

/// What is preprocessed.
#[derive(Clone, Copy)]
enum Text<'a> {
    OfFile,
    /// This, with the macros of the file.
    Given(&'a str),
}

fn preprocess(path: &Path, options: &Options, text: Text<'_>) -> Result<Vec<u8>, Error> {
    let failed = |message: String| Error::Preprocessor { path: path.to_path_buf(), message };
    let output = run_preprocessor(path, options, &[], text).map_err(failed)?;
    let output = match missing_headers(&output, options) {
        Some((extra, folder)) => {
            let again = run_preprocessor(path, options, &extra, text);
            // Nothing of interest is lost if it stays.
            let _ = std::fs::remove_dir_all(folder);
            again.map_err(failed)?
        }
        None => output,
    };
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim_end().to_string()));
    }
    Ok(output.stdout)
}

fn run_preprocessor(
    path: &Path,
    options: &Options,
    extra: &[String],
    text: Text<'_>,
) -> Result<Output, String> {
    let compiler = std::env::var_os("CC").filter(|cc| !cc.is_empty()).unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    if !options.root.as_os_str().is_empty() {
        command.current_dir(&options.root);
    }
    command.args(["-E", "-x", "c"]).args(WITHOUT_VECTORS).args(&options.preprocessor).args(extra);
    let own = options.of_files.iter().filter(|(file, _)| file == path);
    command.args(own.flat_map(|(_, words)| words));
    if options.data_model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    if let Some(standard) = &options.standard {
        command.arg(format!("-std={standard}"));
    }
    // A name that looks like an option, or like a file of options, is made a path.
    let is_odd = path.as_os_str().as_encoded_bytes().first().is_some_and(|first| b"-@".contains(first));
    let plain = if is_odd { Path::new(".").join(path) } else { path.into() };
    match text {
        Text::OfFile => command.arg(plain).stdin(Stdio::null()),
        Text::Given(_) => command.args(["-P", "-imacros"]).arg(plain).arg("-").stdin(Stdio::piped()),
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if options.preprocessing.is_some() {
        command.process_group(0);
    }
    let failed = |e| format!("cannot run `{}`: {e}", PathBuf::from(&compiler).display());
    let mut child = command.spawn().map_err(failed)?;
    let tell = |id: u32| {
        if let Some(preprocessing) = &options.preprocessing {
            preprocessing.store(id, Ordering::SeqCst);
        }
    };
    tell(child.id());
    if let (Text::Given(text), Some(mut stdin)) = (text, child.stdin.take()) {
        // Who does not read it says why.
        let _ = io::Write::write_all(&mut stdin, text.as_bytes());
    }
    let output = output_of(&mut child);
    tell(0);
    output.map_err(failed)?.ok_or(format!("the preprocessed text is larger than {} MiB", SIZE_LIMIT >> 20))
}

/// What a process writes until it ends. Nothing if that is too much, and it is ended.
fn output_of(child: &mut Child) -> io::Result<Option<Output>> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (text, complaints) = std::thread::scope(|scope| {
        let complaints = scope.spawn(move || {
            let mut kept = Vec::new();
            if let Some(mut stderr) = stderr {
                stderr.by_ref().take(COMPLAINTS).read_to_end(&mut kept)?;
                // Who is not listened to waits for ever.
                io::copy(&mut stderr, &mut io::sink())?;
            }
            io::Result::Ok(kept)
        });
        let mut text = Vec::new();
        let read = stdout.map(|stdout| stdout.take(SIZE_LIMIT + 1).read_to_end(&mut text));
        if text.len() as u64 > SIZE_LIMIT {
            // What it has started itself ends when nobody reads what it writes.
            child.kill()?;
        }
        let complaints = complaints.join().unwrap_or_else(|_| Ok(Vec::new()));
        read.transpose().and(complaints).map(|complaints| (text, complaints))
    })?;
    let status = child.wait()?;
    Ok((text.len() as u64 <= SIZE_LIMIT).then_some(Output { status, stdout: text, stderr: complaints }))
}

/// Where a file stands that the 32-bit headers lack, while it is needed.
pub fn headers_folder() -> PathBuf {
    std::env::temp_dir().join(format!("evercheck-headers-{}", std::process::id()))
}

/// Where the 32-bit headers of the C library are not installed, the 64-bit ones do: they ask for the word size
/// themselves. What they lack is one file without content of interest, which is put beside them.
fn missing_headers(output: &Output, options: &Options) -> Option<(Vec<String>, PathBuf)> {
    let is_ours = options.data_model == DataModel::Ilp32 && !output.status.success();
    let headers = Path::new("/usr/include/x86_64-linux-gnu");
    if !is_ours || !headers.is_dir() {
        return None;
    }
    let folder = headers_folder();
    std::fs::create_dir_all(folder.join("gnu")).ok()?;
    std::fs::write(folder.join("gnu/stubs-32.h"), "").ok()?;
    let after = |folder: &Path| vec!["-idirafter".to_string(), folder.to_string_lossy().into_owned()];
    Some(([after(headers), after(&folder)].concat(), folder))
}
