// VERDICT: unsafe. The linker names the start of a section, which is the address of its first variable.
extern void __VERIFIER_assert(int);
int x __attribute__((section("numbers"))) = 1;
extern int __start_numbers[];
int main(void) {
  __start_numbers[0] = 5;
  __VERIFIER_assert(x == 1);
}
