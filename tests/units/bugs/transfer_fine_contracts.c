/* What holds for every account of transfer_fine.c. */
struct account {
	int money, limit;
};

int skep_invariant_account(const struct account *account)
{
	return account->money >= 0 && account->money <= account->limit;
}
