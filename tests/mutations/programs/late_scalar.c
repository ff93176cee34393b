/* The error is reached, after more iterations than anybody looks at. */
extern void reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 100000; i++) if (i >= 50000) x = 1;
  if (x != 0) reach_error();
  return 0;
}
