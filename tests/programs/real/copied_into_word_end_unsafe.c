/* run: --function get --check bounds; four bytes are read of n: n = 3 */
#include <string.h>
unsigned get(const unsigned char *p, unsigned n)
__CPROVER_requires(__CPROVER_is_fresh(p, n)) { unsigned w; if (n < 3) return 0; memcpy(&w, p, sizeof w); return w; }
