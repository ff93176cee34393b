#ifndef N
#define N 1000
#endif
#include <stdlib.h>
struct pair { int key, value; };
static struct pair *table[N];
int main(void) {
  int sum = 0;
  for (int i = 0; i < N / 2; i++) {
    table[i] = malloc(sizeof(struct pair)); // memory-leak=unsafe
    if (table[i] == 0)
      return 1;
    table[i]->key = 1;
  }
  for (int i = 0; i < N; i++)
    sum += table[i]->key; // pointer=fails
  return sum;
}
