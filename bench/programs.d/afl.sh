# afl.sh: the same program for skep and for AFL++; to be sourced by bench/tools and bench/seeded. Needs
# $work, a folder that is there, $skep, $seconds and lib.sh.

# gcov_of FOLDER [OBJECT...]: lines and branches of the objects' own sources (default: the first), as
# four words: lines hit, of, branches taken, of
gcov_of() (
	cd "$1" || exit 1
	shift
	for object in "${@:-unit_0.o}"; do
		gcov -b "$object" 2> /dev/null | awk '
			/^Lines executed/ && !lines { split($2, a, /[:%]/); lines = $4; hit = a[2] * $4 / 100 }
			/^Taken at least once/ && !branches { split($4, a, /[:%]/); branches = $6; taken = a[2] * $6 / 100 }
			END { printf "%.0f %d %.0f %d\n", hit, lines, taken, branches }'
	done | awk '{ a += $1; b += $2; c += $3; d += $4 } END { print a + 0, b + 0, c + 0, d + 0 }'
)

per_cent() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", b ? 100 * a / b : 0 }'; }

# Built by the Makefile that skep wrote, so that both have the same sources. Functions that main() does
# not lead to stay in the program, by instrumentation: what they lack does not matter.
build_for_afl() { # tool folder compiler flags
	cp -r "$work/$1/tests" "$2"
	rm -rf "$2"/*.o "$2"/*.gc* "$2/bin"
	$3 -O1 -w -DPROGRAM="\"$1\"" -c "$bench_here/programs.d/afl_main.c" -o "$2/afl_main.o" &&
		AFL_QUIET=1 make -s -C "$2" "bin/$1" CC="$3" CFLAGS="$4 -Dmain=program_main -DPROGRAM=0" \
			LDFLAGS="afl_main.o -no-pie -Wl,--unresolved-symbols=ignore-in-object-files" > "$2.log" 2>&1
}

# The queue's inputs one by one; the counts of a process that is not root go where it may write.
replay() { # tool queue
	mkdir -p "$work/replay"
	chmod 777 "$work/replay" "$work/$1.gcov"
	find "$2" -maxdepth 1 -type f -name 'id*' | while read -r input; do
		(cd "$work/replay" && timeout 2 "$work/$1.gcov/bin/$1" < "$input" > /dev/null 2>&1)
	done
}

# Runs afl-fuzz for so many seconds on the seeds in a folder; *_runs is how often the program ran.
fuzz() { # program seeds
	mkdir -p "$work/out.$1" "$work/scratch"
	chmod 777 "$work/scratch"
	(cd "$work/scratch" && env LC_ALL=C AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_SKIP_CRASHES=1 \
		AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
		afl-fuzz -V "$seconds" -t 1000+ -m none -i "$2" -o "$work/out.$1" -- "$work/$1.afl/bin/$1") \
		> "$work/$1.afl.txt" 2>&1
	afl_runs=$(sed -n 's/^execs_done *: *//p' "$work/out.$1/default/fuzzer_stats" 2> /dev/null)
}
