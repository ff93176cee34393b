/* gcc computes abs by itself, whatever the program says of it. */
void reach_error(void);
int abs(int x) { return x; }
int main(void) {
  if (abs(-3) != -3)
    reach_error();
  return 0;
}
