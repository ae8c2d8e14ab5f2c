/* sandbox_sender: the role that tries to reach a socket outside of a sandbox that kills at denied calls
 * (DENIAL_KILLS).
 *
 * It may make local sockets, and make calls that fail in the same way everywhere. Each attempt is a process of its
 * own, because it may be killed. */
#ifndef SKEP_TEST_SANDBOX_SENDER_H
#define SKEP_TEST_SANDBOX_SENDER_H

/* The socket that the test listens on. */
static struct sockaddr_un outside(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", getenv("CANARIES"));
	return address;
}

static int local_socket(void)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	return fd < 0 ? 1000 : fd; /* none: the attempts fail otherwise than they should */
}

static bool send_with_address(void)
{
	struct sockaddr_un address = outside();
	return sendto(local_socket(), "x", 1, 0, (struct sockaddr *)&address, sizeof address) == 1;
}

static bool send_with_message(void)
{
	struct sockaddr_un address = outside();
	struct iovec part = { "x", 1 };
	struct msghdr message = {
		.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1
	};
	return sendmsg(local_socket(), &message, 0) == 1;
}

static bool send_with_messages(void)
{
	struct sockaddr_un address = outside();
	struct iovec part = { "x", 1 };
	struct mmsghdr message = {
		.msg_hdr = { .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1 }
	};
	return sendmmsg(local_socket(), &message, 1, 0) == 1;
}

static bool send_connected(void)
{
	struct sockaddr_un address = outside();
	int fd = local_socket();
	bool connected = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
	return send(fd, "x", 1, 0) == 1 || write(fd, "x", 1) == 1 || connected;
}

static bool receive_at_own_address(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "own" };
	return bind(local_socket(), (struct sockaddr *)&address, sizeof address) == 0;
}

static bool reach_network(void)
{
	return socket(AF_INET, SOCK_DGRAM, 0) >= 0;
}

/* What fails everywhere alike is told as it is everywhere. */
static bool fail_otherwise(void)
{
	errno = 0;
	if (send(local_socket(), "x", 1, 0) >= 0 || errno != ENOTCONN)
		return true;
	if (bind(-1, NULL, 0) == 0 || errno != EBADF || listen(-1, 1) == 0 || errno != EBADF)
		return true;
	return fchmod(-1, 0) == 0 || errno != EBADF || fchown(AT_FDCWD, 0, 0) == 0 || errno != EBADF;
}

/* The attempt did not succeed; `survives`: and was not killed either. */
static void attempt(const char *name, bool (*succeeds)(void), bool survives)
{
	int ended = 0;
	pid_t pid = fork();
	if (pid == 0)
		_exit(succeeds());
	waitpid(pid, &ended, 0);
	n_tried++;
	if ((WIFEXITED(ended) && WEXITSTATUS(ended)) || (survives && WIFSIGNALED(ended)))
		report("broken: %s, status %x\n", name, (unsigned)ended);
}

static int play_sender(void)
{
	attempt("sendto", send_with_address, false);
	attempt("sendmsg", send_with_message, false);
	attempt("sendmmsg", send_with_messages, false);
	attempt("connect", send_connected, true);
	attempt("bind", receive_at_own_address, false);
	attempt("network", reach_network, false);
	attempt("fails alike", fail_otherwise, true);
	report("tried %d\n", n_tried);
	return 0;
}

#endif
