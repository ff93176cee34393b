/* Macros, conditional text, continued lines, and errors in places that share a line. */
#include <assert.h>
#define TWICE(x) ((x) + (x))
#define CHECK(x) do { assert(x); assert(!(!(x))); } while (0)
#define NAME(a, b) a ## b
#ifdef NOT_DEFINED
# error
#elif TWICE(2) == 4
int NAME(val, ue) = 2; int line = __LINE__;
#endif
int long_\
name = 3;
int main(void) { CHECK(TWICE(value) == 4); CHECK(line == 9); assert(value == 2); assert(long_name == 3); return 0; }
