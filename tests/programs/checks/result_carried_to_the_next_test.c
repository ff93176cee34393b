/* The result of a call in the loop test is converted again before each further test. */
extern void abort(void);
static short cut(int x) { return x; }
int main(void) {
  int i = 0;
  while (cut(i) < 10)
    i++;
  return 10 / (i - 10); // div-by-zero=fails
}
