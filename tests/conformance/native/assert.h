/* `assert` as an assertion that is an event also where it holds; in place of the system's header on both sides. */
#undef assert
extern void __VERIFIER_assert(int);
#define assert(test) __VERIFIER_assert(!!(test))
#ifndef static_assert
#define static_assert _Static_assert
#endif
