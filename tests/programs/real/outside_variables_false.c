/* run: ; a variable of another file has any value: the run that shows it is linked with one */
#include <assert.h>
extern const unsigned char tab[16];
extern const short unknown_size[];
extern int level;
int f(int i) { return unknown_size[i]; }
int main(void) {
  assert(level != 3 || tab[4] != 9);
  return 0;
}
