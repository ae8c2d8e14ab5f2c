/* records: lines in files that are open already, by their descriptors. */
#ifndef RECORDS_H
#define RECORDS_H

struct journal;

int records_append(int fd, const char *text);
int records_count(int log_fd);
long records_copy(int in_fd, int outFd);
int records_limit(int max_fd);

/* Takes the descriptor over: journal_close() closes it, too. */
struct journal *journal_open(int filedes);
int journal_number(const struct journal *journal);
int journal_note(struct journal *journal, int value);
void journal_close(struct journal *journal);

struct page;

/* Keeps the descriptor; page_close() closes it. */
struct page *page_open(int fd);
int page_letter(struct page *page);
int page_close(struct page *page);

#endif
