"""symbolic_units: data that bench/path-filter and bench/strategies share: the units, their
versions, and the lines of bench/symbolic-runs. Units run side by side, each in a process
of its own, so that the result does not depend on how many do."""
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
UNITS = ["flex", "make", "gzip", "sed", "grep"]


def version(unit):
    folder = Path(os.environ.get("SKEP_BENCH_DIR", HERE.parent / "build/bench/src"))
    text = (folder / unit / "configure").read_text(errors="replace")
    return re.search(r"^PACKAGE_VERSION='(.*)'", text, re.M).group(1)


def setting(options):
    """The first line of the output: everything that the figures depend on."""
    packages = ", ".join(f"{unit} {version(unit)}" for unit in options.units)
    return (f"{options.executions} executions, seeds 1 to {options.seeds}, solver {options.solver_time}, "
            f"the {options.functions} simplest functions over complexity 8 of each of {packages}")


def add_arguments(parser):
    parser.add_argument("--functions", type=int, default=14, help="of each unit, at most")
    parser.add_argument("--solver-time", default="0.01s", help="a query may take; Z3 counts it in steps")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="units at the same time")
    parser.add_argument("units", nargs="*", default=UNITS)


def run_unit(unit, strategies, modes, criterion, options):
    command = [HERE / "symbolic-runs", unit, "-q", "--variables", "--strategies", strategies, "--modes", modes,
               "--criterion", criterion, "--executions", options.executions, "--functions", options.functions,
               "--seeds", options.seeds, "--solver-time", options.solver_time]
    output = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True, text=True,
                            env={**os.environ, "SKEP_BENCH_BUILT": "1"}).stdout
    return unit, [line.split("\t") for line in output.splitlines()]


def campaigns(strategies, modes, criterion, options):
    """Unit by unit: its name, and the fields that bench/symbolic_runs.c prints for each campaign."""
    subprocess.run([str(HERE / "symbolic-runs"), "--build"], check=True)
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        yield from pool.map(lambda unit: run_unit(unit, strategies, modes, criterion, options), options.units)
