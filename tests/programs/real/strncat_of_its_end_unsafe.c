/* run: ; C defines no copy between overlapping cells, and libraries append "gh" */
#include <string.h>
#include <assert.h>
int main(void) { char b[20] = "abcdefgh"; strncat(b, b + 6, 4); assert(b[10] == 'g'); return 0; }
