/* `assert` that reports its outcome; included in place of the system's when gcc compiles the reference. */
#undef assert
void conformance_check(int);
#define assert(test) ((test) ? conformance_check(1) : conformance_check(0))
#ifndef static_assert
#define static_assert _Static_assert
#endif
