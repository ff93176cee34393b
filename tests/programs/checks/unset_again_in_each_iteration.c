/* The variable of the block is another one in each iteration: what the one before had set is gone. */
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
