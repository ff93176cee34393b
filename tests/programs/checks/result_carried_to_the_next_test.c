/* What a call of the test returns is converted again in front of each further test. */
extern void abort(void);
static short cut(int x) { return x; }
int main(void) {
  int i = 0;
  while (cut(i) < 10)
    i++;
  return 10 / (i - 10); // div-by-zero=fails
}
