#define WITH_GRADES 1
