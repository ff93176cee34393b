/* A null pointer is followed. */
static int one(void) { return 1; }
static int (*table[2])(void) = {one};
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += table[i](); // pointer=fails
  return sum;
}
