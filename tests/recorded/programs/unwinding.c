int main(void)
{
  int i, s = 0;
  for (i = 0; i < 10; i++)
    s++;
  __CPROVER_assert(s == 10, "s is ten");
}
