# 3 "/input.c"
extern void __VERIFIER_assert(int);
# 5 "/input.c"
int a[100000];
int main(void)
{
# 9 "/input.c"
  for (int i = 0; i < 100000; i++)
# 9 "/input.c"
  {
# 10 "/input.c"
    a[i] = i % 7;
  }

# 23 "/input.c"
  for (int i = 0; i < 100000; i++)
# 24 "/input.c"
  {
    
# 24 "/input.c"
    __VERIFIER_assert(a[i] <= 6);
  }

}

