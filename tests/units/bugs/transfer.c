/* transfer: accounts with a limit. Planted: a transfer that is refused has taken the money already. */
#include <stdlib.h>

struct account {
	int money, limit;
};

struct account *account_new(unsigned char limit)
{
	struct account *account = calloc(1, sizeof *account);
	if (account)
		account->limit = limit;
	return account;
}

void account_free(struct account *account)
{
	free(account);
}

int account_pay_in(struct account *account, unsigned char money)
{
	if (account->money + money > account->limit)
		return -1;
	account->money += money;
	return 0;
}

int account_pay_out(struct account *account, unsigned char money)
{
	account->money -= money;
	if (account->money < 0)
		return -1;
	return 0;
}

int account_money(const struct account *account)
{
	return account->money;
}
