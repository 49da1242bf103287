//! Tells the loader where Z3's library is, and the user if it is nowhere.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    // `.cargo/config.toml` sets it, which cargo does not read for a build that is started outside the checkout.
    let Some(folder) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from) else {
        return fail("Z3_LIBRARY_PATH_OVERRIDE is not set: run cargo in a folder of the checkout");
    };
    let library = folder.join("libz3.so");
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.exists() {
        return fail(&format!(
            "Z3 is missing, there is no {}: run scripts/setup.sh once, which gets it",
            library.display()
        ));
    }
    let search = search_path(&folder).join(":");
    for word in ["-Xlinker", "-rpath", "-Xlinker", &search] {
        println!("cargo::rustc-link-arg={word}");
    }
    // Such arguments are for this crate only: whoever depends on it finds the path in DEP_EVERCHECK_Z3_SEARCH.
    println!("cargo::metadata=search={search}");
}

/// Where the loader looks, in this order: beside an installed binary; beside `target`, from the two depths that binaries
/// have in it, should the checkout be moved; where the library is now, should `target` be elsewhere.
fn search_path(folder: &Path) -> Vec<String> {
    let mut path = vec!["$ORIGIN/../lib/evercheck".to_string()];
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let inside = crate_folder.ancestors().nth(2).and_then(|root| folder.strip_prefix(root).ok());
    if let Some(inside) = inside {
        path.push(format!("$ORIGIN/../../{}", inside.display()));
        path.push(format!("$ORIGIN/../../../{}", inside.display()));
    }
    path.push(folder.display().to_string());
    path
}

fn fail(message: &str) {
    println!("cargo::error={message}");
}
