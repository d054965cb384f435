//! Compiles the shim around coal, if coal is found in `COAL_PREFIX` or where `setup` installed it. Otherwise the
//! package is built without this contender.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rustc-check-cfg=cfg(coal)");
    println!("cargo:rerun-if-env-changed=COAL_PREFIX");
    println!("cargo:rerun-if-changed=shim/coal.cpp");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let set_up = package.join("target/coal/prefix");
    println!("cargo:rerun-if-changed={}", set_up.display());
    let prefix = match env::var_os("COAL_PREFIX") {
        Some(prefix) => Some(PathBuf::from(prefix)),
        None => fs::read_to_string(set_up)
            .ok()
            .map(|path| path.trim_end().into()),
    };
    match prefix {
        Some(prefix) if prefix.join("include/coal/collision.h").exists() => compile(&prefix),
        _ => {
            println!("cargo:warning=without coal: run ./setup, or set COAL_PREFIX, and build again")
        }
    }
}

/// Compiles the shim. It has no flags for newer processors, as the wheel is built for any x86-64: with such flags
/// Eigen's types would be aligned differently.
fn compile(prefix: &Path) {
    let include = prefix.join("include");
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .file("shim/coal.cpp")
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
    println!(
        "cargo:rustc-link-arg-bins=-Wl,-rpath,{}",
        libraries.display()
    );
    println!("cargo:rustc-cfg=coal");
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
