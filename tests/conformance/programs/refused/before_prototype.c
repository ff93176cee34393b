/* No prototype converts the argument. */
void reach_error(void);
int f();
int main(void) {
  if (f(2.5) != 2)
    reach_error();
  return 0;
}
int f(int x) { return x; }
