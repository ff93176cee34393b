int nondet_int(void);

int main(void)
{
  int x = nondet_int();
  int i;
  for (i = 0; i < 3; i++)
    x = x / 2 * 2;
  __CPROVER_assert(x % 2 == 0, "x is even");
  __CPROVER_assert(i == 3, "i is three");
}
