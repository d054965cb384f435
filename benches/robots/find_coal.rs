//! Finds coal in `COAL_PREFIX` or where `setup` installed it, and compiles a shim around it. The build scripts of this
//! package and of `photofinish-peers` have this module.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Compiles the shim and links coal. Returns false, with a warning, if coal is not found.
pub fn compile(shim: &str) -> bool {
    println!("cargo:rerun-if-env-changed=COAL_PREFIX");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let set_up = package.join("../robots/target/coal/prefix");
    println!("cargo:rerun-if-changed={}", set_up.display());
    let prefix = match env::var_os("COAL_PREFIX") {
        Some(prefix) => Some(PathBuf::from(prefix)),
        None => fs::read_to_string(set_up)
            .ok()
            .map(|path| path.trim_end().into()),
    };
    match prefix {
        Some(prefix) if prefix.join("include/coal/collision.h").exists() => {
            compile_with(shim, &prefix);
            true
        }
        _ => {
            println!(
                "cargo:warning=without coal: run benches/robots/setup, or set COAL_PREFIX, and build again"
            );
            false
        }
    }
}

/// Compiles the shim. It has no flags for newer processors, as the wheel is built for any x86-64: with such flags
/// Eigen's types would be aligned differently.
fn compile_with(shim: &str, prefix: &Path) {
    let include = prefix.join("include");
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .file(shim)
        .flag(format!("-isystem{}", include.display()))
        .flag(format!("-isystem{}", include.join("eigen3").display()))
        .opt_level(3)
        .define("NDEBUG", None);
    for definition in definitions(prefix) {
        build.flag(definition);
    }
    build.compile("photofinish_coal_shim");
    let libraries = prefix.join("lib");
    println!("cargo:rustc-link-search=native={}", libraries.display());
    println!("cargo:rustc-link-lib=dylib=coal");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", libraries.display());
}

/// Returns the definitions that coal requires of its users.
fn definitions(prefix: &Path) -> Vec<String> {
    let about = fs::read_to_string(prefix.join("lib/pkgconfig/coal.pc")).unwrap_or_default();
    let flags = about
        .lines()
        .filter_map(|line| line.strip_prefix("Cflags:"));
    flags
        .flat_map(str::split_whitespace)
        .filter(|flag| flag.starts_with("-D"))
        .map(str::to_owned)
        .collect()
}
