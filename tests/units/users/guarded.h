/* Declares what the configuration, which is another header's, asks for. */
int guarded_always(int n);
#ifdef WITH_GRADES
int guarded_grade(int n);
#endif
