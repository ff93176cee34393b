/* Holds at the size that it has, and not at a smaller one. */
extern void reach_error(void);
int a[1000];
int main(void) {
  int i, c = 0;
  for (i = 0; i < 1000; i++) { a[i] = 1; c = c + a[i]; }
  if (c < 500) reach_error();
  return 0;
}
