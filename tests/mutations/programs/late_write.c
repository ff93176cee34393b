/* One of the last iterations writes a cell that was written before. */
extern void reach_error(void);
int a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++) {
    a[i] = 0;
    if (i == 99000) a[0] = 1;
  }
  for (int i = 0; i < 100000; i++) if (a[i] != 0) reach_error();
  return 0;
}
