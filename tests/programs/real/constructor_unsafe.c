/* run: ; the constructor runs, though nothing names it */
#include <assert.h>
int g;
__attribute__((constructor)) static void first(void) { g = 1; }
int main(void) { assert(g == 0); }
