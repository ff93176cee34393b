int main(void)
{
  unsigned long long x, y;
  __CPROVER_assume(x > 1 && y > 1 && x < 4294967296ull && y < 4294967296ull);
  __CPROVER_assert(x * y != 1000000016000000063ull, "no factors");
}
