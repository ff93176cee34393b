// VERDICT: unsafe. The two members of a copied union share their bytes, so they fill only half of the int beside it.
extern void abort(void);
void reach_error(void) {}
union inner { short a; short b; };
union outer { union inner in; int whole; };
int main(void) {
  union inner p;
  union outer u[4];
  int i;
  p.a = 3;
  for (i = 0; i < 4; i++) {
    u[i].whole = 65536 * (i + 1);
    u[i].in = p;
  }
  for (i = 0; i < 4; i++)
    if (u[i].whole != 3) { reach_error(); abort(); }
  return 0;
}
