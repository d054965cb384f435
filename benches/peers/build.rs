//! Compiles shims around the libraries in C++ whose features are on: `fcl`, `coal` and `jolt`. If a library is not
//! found, the package is built without this contender, and a warning says so.

#[cfg(feature = "coal")]
#[path = "../robots/find_coal.rs"]
mod find_coal;

fn main() {
    for cfg in ["has_fcl", "has_coal", "has_jolt"] {
        println!("cargo:rustc-check-cfg=cfg({cfg})");
    }
    println!("cargo:rerun-if-changed=shim");
    #[cfg(feature = "fcl")]
    fcl();
    #[cfg(feature = "coal")]
    if find_coal::compile("shim/coal.cpp") {
        println!("cargo:rustc-cfg=has_coal");
    }
    #[cfg(feature = "jolt")]
    jolt();
}

/// Looks for FCL's headers in `FCL_PREFIX` or in `/usr`, where Debian's `libfcl-dev` puts them.
#[cfg(feature = "fcl")]
fn fcl() {
    use std::env;
    use std::path::{Path, PathBuf};

    println!("cargo:rerun-if-env-changed=FCL_PREFIX");
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

/// The files of Jolt that its convex shapes need.
#[cfg(feature = "jolt")]
const JOLT: [&str; 25] = [
    "Core/Color",
    "Core/Factory",
    "Core/Memory",
    "Core/RTTI",
    "Core/StringTools",
    "Geometry/ConvexHullBuilder",
    "Geometry/ConvexHullBuilder2D",
    "Geometry/OrientedBox",
    "ObjectStream/SerializableObject",
    "Physics/Body/MassProperties",
    "Physics/Collision/CollisionDispatch",
    "Physics/Collision/PhysicsMaterial",
    "Physics/Collision/Shape/BoxShape",
    "Physics/Collision/Shape/CapsuleShape",
    "Physics/Collision/Shape/CompoundShape",
    "Physics/Collision/Shape/ConvexHullShape",
    "Physics/Collision/Shape/ConvexShape",
    "Physics/Collision/Shape/CylinderShape",
    "Physics/Collision/Shape/DecoratedShape",
    "Physics/Collision/Shape/RotatedTranslatedShape",
    "Physics/Collision/Shape/ScaledShape",
    "Physics/Collision/Shape/Shape",
    "Physics/Collision/Shape/SphereShape",
    "Physics/Collision/Shape/StaticCompoundShape",
    "Physics/Collision/Shape/TaperedCylinderShape",
];

/// Compiles what is needed of Jolt's source tree in `JOLT_PREFIX`, with the flags of its own distribution build.
#[cfg(feature = "jolt")]
fn jolt() {
    use std::env;
    use std::path::PathBuf;

    println!("cargo:rerun-if-env-changed=JOLT_PREFIX");
    let tree = env::var_os("JOLT_PREFIX").map(PathBuf::from);
    let Some(tree) = tree.filter(|tree| tree.join("Jolt/Jolt.h").exists()) else {
        println!(
            "cargo:warning=without Jolt: clone github.com/jrouwe/JoltPhysics, set JOLT_PREFIX to it, and build again"
        );
        return;
    };
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .file("shim/jolt.cpp")
        .files(JOLT.map(|file| tree.join(format!("Jolt/{file}.cpp"))))
        .flag(format!("-isystem{}", tree.display()))
        .opt_level(3)
        // with debug information there would be frame pointers too
        .debug(false)
        .define("NDEBUG", None)
        .define("JPH_DISABLE_CUSTOM_ALLOCATOR", None)
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .flag("-ffp-contract=fast");
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64") {
        for feature in ["avx2", "bmi", "popcnt", "lzcnt", "f16c", "fma"] {
            build.flag(format!("-m{feature}"));
        }
        build.flag("-mfpmath=sse");
    }
    build.compile("photofinish_jolt_shim");
    println!("cargo:rustc-cfg=has_jolt");
}
