/* What a byte counts wraps at 256. */
extern void reach_error(void);
int a[1000];
int main(void) {
  unsigned char s = 0;
  for (int i = 0; i < 1000; i++) {
    a[i] = s;
    s = s + 1;
  }
  for (int i = 0; i < 1000; i++) if (a[i] != i) reach_error();
  return 0;
}
