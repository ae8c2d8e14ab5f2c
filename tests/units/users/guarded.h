/* Declares what the configuration, which is another header's, asks for. */
#ifdef WITH_GRADES
int guarded_grade(int n);
#endif
