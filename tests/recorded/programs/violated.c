int __VERIFIER_nondet_int(void);

int main(void)
{
  int x = __VERIFIER_nondet_int();
  __CPROVER_assert(x < 100, "x is small");
  __CPROVER_assert(x == x, "x is x");
}
