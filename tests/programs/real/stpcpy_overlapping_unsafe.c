/* run: ; C defines no copy between overlapping cells */
#include <string.h>
#include <assert.h>
int main(void) { char b[20] = "abcdefgh"; stpcpy(b, b + 2); assert(b[0] == 'c'); return 0; }
