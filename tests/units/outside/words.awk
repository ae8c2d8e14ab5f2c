# awk -v seed=N -f words.awk WORD...: a generator: twenty of the words, one a line.
BEGIN {
	srand(seed)
	if (ARGC < 2)
		exit 1
	for (i = 0; i < 20; i++)
		print ARGV[1 + int(rand() * (ARGC - 1))]
	exit
}
