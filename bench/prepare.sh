# prepare.sh: one function for each way a package of bench/units is made ready to
# compile; to be sourced. Runs in the unpacked folder. Nothing is built that the
# sources of the unit do not include.

prepare_nothing() { :; }

prepare_configure() {
	sh ./configure --quiet --disable-dependency-tracking
}

# Without the generated configure: upstream's repository rather than a release.
prepare_autoreconf() {
	autoreconf --force --install
	prepare_configure
}

# Packages with gnulib: their makefiles generate headers in lib/.
headers() { # folder
	(cd "$1" && printf 'include Makefile\nskep-headers: $(BUILT_SOURCES)\n' | make -s -f - skep-headers)
}

prepare_gnulib() {
	prepare_configure
	headers lib
}

# libtasn1 has gnulib in lib/gl.
prepare_gnulib_gl() {
	prepare_configure
	headers lib/gl
}

# gzip writes its version into a source, too.
prepare_gzip() {
	prepare_gnulib
	headers .
}

# sed has one makefile for everything.
prepare_sed() {
	prepare_configure
	headers .
}

# make's configure.ac names its Makefile twice, which autoconf refuses.
one_makefile() {
	sed -i -e 's/-Werror -Wall/-Wno-all/' -e 's|po/Makefile.in Makefile |po/Makefile.in |' configure.ac
}

prepare_make() {
	one_makefile
	prepare_autoreconf
	headers lib
}

prepare_expat() {
	cd expat
	prepare_autoreconf
}

# ---- whole projects (bench/projects.d/packages): built, with a compile_commands.json ----

prepare_cmake() { # options
	cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release "$@"
	cmake --build build -j2
}

prepare_meson() { # options
	meson setup build "$@"
	meson compile -C build -j2
}

# Builds the default targets of the makefile, or the targets in the options.
prepare_bear_make() { # options
	bear --output compile_commands.json -- make -j2 "$@"
}

prepare_bear_configure() { # options
	[ -x configure ] || autoreconf --force --install
	prepare_bear_own_configure "$@"
}

# A configure that autoconf did not write may not know its usual options.
prepare_bear_own_configure() { # options
	sh ./configure "$@"
	prepare_bear_make
}

# Debian leaves its manual out.
prepare_bear_make_itself() { # options
	one_makefile
	mkdir -p doc
	: > doc/make.1
	prepare_bear_configure "$@"
}

# coreutils does not like to be configured as root, and does not mind.
prepare_coreutils() { # options
	FORCE_UNSAFE_CONFIGURE=1 prepare_bear_configure "$@"
}
