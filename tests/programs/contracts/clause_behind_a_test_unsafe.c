/* run: ; unsafe: s is 3 */
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 10; i++)
    if (i > 5) __CPROVER_ensures(s == 77) s = 3;
  assert(s == 3);
  return 0;
}
