void set_limit(int n);
int act(int x);
int look(int x);
int share(int x);
