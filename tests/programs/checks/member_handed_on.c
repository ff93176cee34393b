// An array in a struct is handed on, and the index may be one beyond the end of another array.
extern int __VERIFIER_nondet_int(void);
struct context { unsigned char data[4]; unsigned filled; };
unsigned char text[4];
static int fold(const unsigned char *from, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum ^= from[i];          // bounds=fails
  return sum;
}
int main(void) {
  struct context ctx = {{0}, 0};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5)
    return 0;
  int sum = fold(ctx.data, 4);
  return fold(text, n) + sum;
}
