int main(void)
{
  int a[__CPROVER_constant_infinity_uint], n;
  __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] >= 0 });
  unsigned j;
  __CPROVER_assume(j < n);
  __CPROVER_assert(a[j] % 2 < 2, "remainder is small");
}
