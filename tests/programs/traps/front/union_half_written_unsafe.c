// VERDICT: unsafe. A short overwrites half of an int in a union; the other half keeps what it had.
extern void abort(void);
void reach_error(void) {}
union number { int whole; short half; };
int main(void) {
  union number u[4];
  int i;
  for (i = 0; i < 4; i++) {
    u[i].whole = 65536 * i;
    u[i].half = 3;
  }
  for (i = 0; i < 4; i++)
    if (u[i].whole != 3) { reach_error(); abort(); }
  return 0;
}
