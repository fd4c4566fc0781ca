# Sourced by every script here. Defines the repository root, the flags of strict builds, and the reporting of steps.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Compiling whole modules takes a quarter less processor time, and without a separate job for the interface of each
# module a tenth less again.
module_flags=(
    -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo
)
# Scripts/check and Scripts/test --strict use the same flags and share one build; different flags would rebuild
# everything.
strict_flags=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error "${module_flags[@]}")

# Programs that are installed or measured contain Swift's libraries, except on macOS, which has them.
static_flags=()
[[ $(uname -s) == Darwin ]] || static_flags=(--static-swift-stdlib)

say() {
    printf '%s\n' "$*"
}

# Prints "ok" or "FAILED" with the name and the times of a step. The output of the step is shown only on failure,
# without the progress lines of a build.
# Usage: step NAME COMMAND...
failed_steps=0
step() {
    # The elapsed time, then the processor time of all processes, of programs and of the system.
    local name=$1 log status=0 TIMEFORMAT='%0R s, processor %0U + %0S s'
    shift
    log=$(mktemp)
    { time "$@" >"$log" 2>&1; } 2>"$log.time" || status=$?
    if ((status == 0)); then
        say "ok $name$(note_of "$log") ($(<"$log.time"))"
    else
        say "FAILED $name ($(<"$log.time"))"
        print_build "$log"
        failed_steps=$((failed_steps + 1))
    fi
    rm -f "$log" "$log.time"
}

# Prints the log of a build, without its progress and without the consequences of compiling whole modules.
# Usage: print_build LOG
print_build() {
    grep -vE "^\[[0-9]+/[0-9]+\] |^warning: ignoring '-enable-batch-mode'|^remark: Incremental compilation" "$1" |
        sed 's/^/    /'
}

# A step may add one remark to its "ok" by printing a line that starts with "note: ".
note_of() {
    sed -n 's/^note: /: /p' "$1" | head -n 1
}

# Runs a build with visible progress: all of it on a terminal, otherwise its last line every 30 seconds. The full output
# follows only on failure.
# Usage: show_progress COMMAND...
show_progress() {
    if [[ -t 1 ]]; then
        "$@"
        return
    fi
    local log status=0 process pause=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 &
    process=$!
    while kill -0 "$process" 2>/dev/null; do
        sleep 1
        pause=$(((pause + 1) % 30))
        ((pause > 0)) || say "    $(tail -n 1 "$log")"
    done
    wait "$process" || status=$?
    ((status == 0)) || print_build "$log"
    rm -f "$log"
    return "$status"
}

# Without this, SwiftPM writes the flags of traits in a new order into each build plan, and compiles everything again.
export SWIFT_DETERMINISTIC_HASHING=1

# SwiftPM detects new and removed files only in the package itself, not in the library beside it. Without a build plan,
# it creates a new one.
# Usage: forget_plan SCRATCH-FOLDER
forget_plan() {
    rm -f "$1/debug.yaml" "$1/release.yaml"
}
