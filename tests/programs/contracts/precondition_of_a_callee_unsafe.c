/* run: ; unsafe: half(3) is called */
#include <assert.h>
/*@ requires x % 2 == 0; ensures \result == x / 2; */
int half(int x) { return x / 2; }
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s = half(3); assert(s == 1); return 0; }
