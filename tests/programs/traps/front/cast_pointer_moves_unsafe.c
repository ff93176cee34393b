// VERDICT: unsafe. A pointer of another type moves over the array of which it sees the elements.
extern void __VERIFIER_assert(int);
unsigned short cells[8];
int main(void) {
  for (unsigned *p = (unsigned *)cells; p < (unsigned *)cells + 4; p++)
    *p = 0x10001;
  __VERIFIER_assert(cells[7] == 0);
  return 0;
}
