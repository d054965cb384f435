//! Compiles the shim around coal, if coal is found. Otherwise the package is built without this contender.

mod find_coal;

fn main() {
    println!("cargo:rustc-check-cfg=cfg(coal)");
    println!("cargo:rerun-if-changed=shim/coal.cpp");
    if find_coal::compile("shim/coal.cpp") {
        println!("cargo:rustc-cfg=coal");
    }
}
