//! With the feature `fcl`, compiles the shim around FCL, if its headers are in `FCL_PREFIX` or in `/usr` (Debian's
//! `libfcl-dev`). Otherwise the package is built without this contender.

fn main() {
    println!("cargo:rustc-check-cfg=cfg(has_fcl)");
    println!("cargo:rerun-if-env-changed=FCL_PREFIX");
    println!("cargo:rerun-if-changed=shim/fcl.cpp");
    #[cfg(feature = "fcl")]
    shim();
}

#[cfg(feature = "fcl")]
fn shim() {
    use std::env;
    use std::path::{Path, PathBuf};

    let prefix = PathBuf::from(env::var_os("FCL_PREFIX").unwrap_or_else(|| "/usr".into()));
    let include = prefix.join("include");
    if !include.join("fcl/fcl.h").exists() {
        println!(
            "cargo:warning=without FCL: install libfcl-dev, or set FCL_PREFIX, and build again"
        );
        return;
    }
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .file("shim/fcl.cpp")
        .flag(format!("-isystem{}", include.join("eigen3").display()))
        .opt_level(3)
        .define("NDEBUG", None);
    // the system's own folder must stay where the compiler looks for it last
    if prefix != Path::new("/usr") {
        build.flag(format!("-isystem{}", include.display()));
    }
    build.compile("photofinish_fcl_shim");
    println!(
        "cargo:rustc-link-search=native={}",
        prefix.join("lib").display()
    );
    for library in ["fcl", "ccd", "octomap", "octomath"] {
        println!("cargo:rustc-link-lib=dylib={library}");
    }
    println!("cargo:rustc-cfg=has_fcl");
}
