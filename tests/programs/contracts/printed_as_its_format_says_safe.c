/* run: --check bounds; safe */
#include <inttypes.h>
#include <stdio.h>
int main(void) {
  int64_t l = 0;
  float f = 2;
  char c = 'x';
  for (int i = 0; i < 3; i++)
    printf("%d %5" PRId64 " %zu %c %.*f %s %% %p %hhx\n", i, l, sizeof l, c, 3, f, i ? "a" : "b", (void *)&l, c);
  puts("end");
  return 0;
}
