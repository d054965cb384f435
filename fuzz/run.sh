#!/bin/sh
# Runs each target, or only the named ones, for some seconds: ./run.sh SECONDS [TARGET...]
#
# The stable toolchain is enough, because sanitizer coverage is an LLVM pass. Only the address sanitizer, a default of
# cargo-fuzz, needs nightly. libFuzzer needs a C++ compiler.
set -eu
cd "$(dirname "$0")"
seconds=${1:?"seconds for each target"}
shift
targets=${*:-"urdf srdf scene path_json path_table path_trajectory stl obj collada case_json query certificate pieces tale"}
host=$(rustc -vV | sed -n 's/^host: //p')

# With --target these flags apply to the program and its libraries, but not to build scripts.
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1" \
    cargo build --profile fuzz --target "$host"
fuzz="../target/$host/fuzz/fuzz"

status=0
for target in $targets; do
    mkdir -p "corpus/$target" "artifacts/$target"
    # The first run writes the seeds, and the second starts from them.
    export FUZZ_TARGET="$target"
    FUZZ_SEEDS="corpus/$target" "$fuzz" -runs=0 >/dev/null 2>&1
    echo "== $target"
    "$fuzz" "corpus/$target" -max_total_time="$seconds" -timeout=100 -max_len=2000 -len_control=0 \
        -artifact_prefix="artifacts/$target/" -print_final_stats=1 2>&1 |
        tee "artifacts/$target/log" | grep -E "panicked|SUMMARY|number_of_executed|new_units_added|timeout" || true
    if ls "artifacts/$target" | grep -qE "^(crash|timeout|oom|slow-unit)"; then
        echo "   inputs that show it: artifacts/$target"
        status=1
    fi
done
exit $status
