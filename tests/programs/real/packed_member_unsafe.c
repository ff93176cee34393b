/* run: ; only the first number is packed: the second one begins at 8 */
#include <assert.h>
struct wire { char kind; int len __attribute__((packed)); int rest; };
int main(void) { assert(sizeof(struct wire) == 9); }
