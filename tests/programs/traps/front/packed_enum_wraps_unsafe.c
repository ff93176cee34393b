// VERDICT: unsafe. A packed enumeration has the smallest integer type that holds its constants.
extern void __VERIFIER_assert(int);
enum e { A, B } __attribute__((packed));
int main(void) {
  enum e x = 255;
  x++;
  __VERIFIER_assert(x != 0);
}
