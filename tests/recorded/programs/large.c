int main(void)
{
  int a[30000], b[30000];
  for (unsigned i = 0; i < 30000; i++)
    b[i] = a[i];
  unsigned j;
  __CPROVER_assume(j < 30000);
  __CPROVER_assert(a[j] == b[j], "copied");
}
