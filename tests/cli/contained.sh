# In a container as they are made by default, where address randomisation cannot be turned
# off; and with libraries of the user's, which may change.
. "$(dirname "$0")/lib.sh"

cat > contained.c << 'END'
/* Runs a program that may not turn address randomisation off. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffff, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof code / sizeof *code, code };
	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 99;
	execv(argv[1], argv + 1);
	return 98;
}
END
gcc contained.c -o contained
cp "$root/tests/units/ring/ring.c" "$root/tests/units/ring/ring.h" .
timeout 120 ./contained "$SKEP" gen --executions 2000 -o out ring.c > "$work/stdout" 2> "$work/stderr"
ok $? 'a container: code 0'
[ "$(grep -c 'address randomisation cannot be turned off here' "$work/stderr")" = 1 ]
ok $? 'a container: what is missing is said once'
! grep -q 'going on without' "$work/stderr" && make -s -C out/tests check > "$work/stdout" 2> "$work/stderr"
ok $? 'a container: all engines run, and the tests pass'
skep gen --executions 2000 -o out ring.c
! on_stderr 'address randomisation'
ok $? 'elsewhere nothing is said'

# A library that is made anew.
mkdir lib
cat > use.c << 'END'
int step(void);
int use(int x) { return x > 3 ? step() : 0; }
END
library() { # RESULT
	echo "int step(void) { return $1; }" > lib/step.c
	gcc -c -fPIC lib/step.c -o lib/step.o
	rm -f lib/libstep.*
}
static_library() { library "$1" && ar rcs lib/libstep.a lib/step.o; }
shared_library() { library "$1" && gcc -shared lib/step.o -o lib/libstep.so; }
for kind in static shared; do
	for flags in "-Llib -lstep" "lib/libstep.$([ $kind = static ] && echo a || echo so)"; do
		for result in 7 8; do
			${kind}_library $result
			skep gen --executions 200 -o out use.c -- $flags
			[ $code = 0 ] && grep -q "CHECK[A-Z_]*(use(.*), $result)\|{ [0-9]*, *$result }" out/tests/test_use.c &&
				make -s -C out/tests clean check > "$work/stdout" 2> "$work/stderr"
			ok $? "a $kind library by '$flags' that gives $result"
		done
	done
done
finish
