/* One of the last iterations writes a cell of each array that was written before. */
extern void reach_error(void);
int a[100000], b[100000];
int main(void) {
  for (int i = 0; i < 100000; i++) {
    a[i] = 0;
    b[i] = 1;
    if (i == 99000) a[0] = b[0] = 2;
  }
  for (int i = 0; i < 100000; i++) {
    if (a[i] != 0) reach_error();
    if (b[i] != 1) reach_error();
  }
  return 0;
}
