//! Tells the loader where Z3's library is, as `solver` says.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for word in ["-Xlinker", "-rpath", "-Xlinker", &std::env::var("DEP_EVERCHECK_Z3_SEARCH").unwrap()] {
        println!("cargo::rustc-link-arg={word}");
    }
}
