#!/usr/bin/env python3
"""Runs rapier's own tests with the pass in place of its detection.

The packages of rapier come with their tests. Each step in them becomes a step with the pass, and nothing else is
changed. Tests that then say something else are listed in `differences.toml`, each with the reason; any other test that
fails, and a listed one that passes, is an error.

    crates/rapier3d/tests/rapiers_own/run.py                 both dimensions
    crates/rapier3d/tests/rapiers_own/run.py --dim 2 ccd_    those whose file begins with `ccd_`, in the plane
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]

# Soft bodies are never swept, the lanes of processors take no steps, and 3,000 steps of a container with 6,000 bodies take
# longer than all else together.
LEFT_OUT = ("soft_", "simd_", "spinner_")
# This has a method `step` of its own, in which no body moves.
WITHOUT_BODIES = "CollisionPipeline"

STEP = """//! A step of rapier with the pass, for tests that call the step themselves.
#![allow(dead_code)]

use photofinish_rapier{d}d::{{Ccd, Parts, Scope}};
use rapier{d}d::prelude::*;

fn ccd() -> Ccd {{
    match std::env::var("SCOPE").as_deref() {{
        Ok("tiered") => Ccd::new().scope(Scope::Tiered),
        _ => Ccd::new(),
    }}
}}

pub trait StepWithPass {{
    fn step_with_pass(&mut self);
    fn step_with_events_and_pass(&mut self, hooks: &dyn PhysicsHooks, events: &dyn EventHandler);
}}

impl StepWithPass for PhysicsWorld {{
    fn step_with_pass(&mut self) {{
        self.step_with_events_and_pass(&(), &());
    }}

    fn step_with_events_and_pass(&mut self, hooks: &dyn PhysicsHooks, events: &dyn EventHandler) {{
        ccd().step_with_events(self, hooks, events).expect("bodies that can be swept");
    }}
}}

pub trait PipelineWithPass {{
    #[allow(clippy::too_many_arguments)]
    fn step_with_pass(
        &mut self,
        gravity: Vector,
        parameters: &IntegrationParameters,
        islands: &mut IslandManager,
        broad_phase: &mut BroadPhaseBvh,
        narrow_phase: &mut NarrowPhase,
        bodies: &mut RigidBodySet,
        colliders: &mut ColliderSet,
        impulse_joints: &mut ImpulseJointSet,
        multibody_joints: &mut MultibodyJointSet,
        soft_bodies: &mut SoftBodySet,
        solver: &mut CCDSolver,
        hooks: &dyn PhysicsHooks,
        events: &dyn EventHandler,
    );
}}

impl PipelineWithPass for PhysicsPipeline {{
    fn step_with_pass(
        &mut self,
        gravity: Vector,
        parameters: &IntegrationParameters,
        islands: &mut IslandManager,
        broad_phase: &mut BroadPhaseBvh,
        narrow_phase: &mut NarrowPhase,
        bodies: &mut RigidBodySet,
        colliders: &mut ColliderSet,
        impulse_joints: &mut ImpulseJointSet,
        multibody_joints: &mut MultibodyJointSet,
        soft_bodies: &mut SoftBodySet,
        solver: &mut CCDSolver,
        hooks: &dyn PhysicsHooks,
        events: &dyn EventHandler,
    ) {{
        let mut ccd = ccd();
        ccd.before_step(bodies);
        let without = IntegrationParameters {{ max_ccd_substeps: 0, ..*parameters }};
        self.step(
            gravity, &without, islands, broad_phase, narrow_phase, bodies, colliders, impulse_joints,
            multibody_joints, soft_bodies, solver, hooks, events,
        );
        let mut parts =
            Parts {{ parameters, bodies, colliders, broad_phase, narrow_phase, impulse_joints, multibody_joints }};
        ccd.after_step(&mut parts, hooks, events).expect("bodies that can be swept");
    }}
}}
"""


def with_pass(source):
    """Returns the text of a test file in which each step is one with the pass, or None if it has no steps."""
    if WITHOUT_BODIES in source or not re.search(r"\.step(_with_events)?\(", source):
        return None
    source = re.sub(r"\bfn step\(", "fn step_with_pass(", source)
    source = re.sub(r"\.step\(", ".step_with_pass(", source)
    source = re.sub(r"\.step_with_events\(", ".step_with_events_and_pass(", source)
    return source + "\nuse crate::with_pass::*;\n"


def package_of_rapier(dim):
    """Returns the folder of the sources of the package that the workspace uses."""
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version=1"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    packages = json.loads(metadata.stdout)["packages"]
    package = next(package for package in packages if package["name"] == f"rapier{dim}d")
    return package["version"], pathlib.Path(package["manifest_path"]).parent


def write_package(dim, prefix):
    """Writes a package that holds rapier's tests as one program, and returns its folder and the number of files."""
    version, rapier = package_of_rapier(dim)
    folder = ROOT / "target" / "rapiers_own_tests" / f"{dim}d"
    tests = folder / "tests" / "rapier"
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir(parents=True)
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src" / "lib.rs").write_text("")
    files = {
        file.stem: with_pass(file.read_text())
        for file in sorted((rapier / "tests").glob("*.rs"))
        if file.name.startswith(prefix) and not file.name.startswith(LEFT_OUT)
    }
    files = {name: source for name, source in files.items() if source}
    for name, source in files.items():
        (tests / f"{name}.rs").write_text(source)
    (tests / "with_pass.rs").write_text(STEP.format(d=dim))
    modules = "".join(f"mod {name};\n" for name in files)
    (tests / "main.rs").write_text(f"#![allow(warnings)]\nmod with_pass;\n{modules}")
    (folder / "Cargo.toml").write_text(
        f"""[package]
name = "rapiers-own-tests-{dim}d"
version = "0.0.0"
edition = "2024"

[features]
default = ["dim{dim}", "f32", "std", "debug-render", "serde-serialize"]
dim{dim} = []
f32 = []
std = []
debug-render = []
serde-serialize = []

[dev-dependencies]
bincode = "1"
oorandom = "11"
photofinish-rapier{dim}d = {{ path = "{ROOT / 'crates' / f'rapier{dim}d'}" }}
rapier{dim}d = {{ version = "={version}", features = ["serde-serialize", "debug-render"] }}
serde = {{ version = "1", features = ["derive"] }}
serde_json = "1"

[workspace]
"""
    )
    return folder, len(files)


def run_tests(folder, scope):
    """Runs the tests, and returns the names of those that passed and of those that failed."""
    environment = os.environ | {"SCOPE": scope, "CARGO_TARGET_DIR": str(folder.parent / "target")}
    command = ["cargo", "test", "--release", "--test", "rapier"]
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    results = re.findall(r"^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED)$", done.stdout, flags=re.M)
    if not results or "\ntest result: " not in done.stdout:
        sys.exit(done.stdout + "the tests did not build, or did not end")
    passed = {name for name, result in results if result == "ok"}
    failed = {name for name, result in results if result == "FAILED"}
    (folder / f"{scope}.log").write_text(done.stdout)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", nargs="?", default="", help="how the names of the files begin")
    parser.add_argument("--dim", choices=("2", "3"), help="one dimension only")
    arguments = parser.parse_args()
    differences = tomllib.loads((HERE / "differences.toml").read_text())["difference"]
    wrong = False
    for dim in [arguments.dim] if arguments.dim else ["3", "2"]:
        folder, files = write_package(dim, arguments.prefix)
        for scope in ("all", "tiered"):
            expected = {
                entry["test"]
                for entry in differences
                if int(dim) in entry["dims"] and scope in entry["scopes"] and entry["test"].startswith(arguments.prefix)
            }
            passed, failed = run_tests(folder, scope)
            print(f"{dim}D, scope {scope}: {files} files, {len(passed)} tests pass, {len(failed & expected)} differ as listed")
            for name in sorted(failed - expected):
                print(f"  fails: {name}")
            for name in sorted(expected - failed):
                print(f"  is listed, but {'passes' if name in passed else 'is no test'}: {name}")
            wrong |= failed != expected
    sys.exit(wrong)


if __name__ == "__main__":
    main()
