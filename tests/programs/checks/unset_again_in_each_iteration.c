/* Each iteration has a new variable in the block: the value of the iteration before is lost. */
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) {
    int x;
    if (i % 2 == 0)
      x = i;
    s = x;                               // uninitialised=fails
  }
  return s > 0;
}
