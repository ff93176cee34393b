/* A variable of a block is there again each time. */
int main(void) {
  int sum = 0;
  for (int i = 0; i < 9; i++) {
    int x = i, *p = &x, **q = &p;
    sum += **q;
  }
  return sum == 36 ? 0 : 1;
}
