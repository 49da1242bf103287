//! Tells the loader where Z3's library is: the tests ask it. What `solver` says is for those only who need it beyond their tests.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") else { return };
    for word in ["-Xlinker", "-rpath", "-Xlinker", &folder] {
        println!("cargo::rustc-link-arg-tests={word}");
    }
}
