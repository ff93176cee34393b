# 2 "/input.c"
extern int __VERIFIER_nondet_int(void);
# 3 "/input.c"
extern void __VERIFIER_assert(int);
# 5 "/input.c"
int a[100000];
# 5 "/input.c"
int score;
int main(void)
{
# 8 "/input.c"
  int rounds = 
# 8 "/input.c"
               __VERIFIER_nondet_int();
# 9 "/input.c"
  for (int i = 0; i < 100000; i++)
# 9 "/input.c"
  {
# 10 "/input.c"
    a[i] = i % 7;
  }

# 14 "/input.c"
  while (rounds > 0)
# 14 "/input.c"
  {
# 17 "/input.c"
    if ((rounds % 3) == 1)
# 18 "/input.c"
    {
# 18 "/input.c"
      score++;
    }
# 19 "/input.c"
    rounds--;
  }

# 21 "/input.c"
  if ((score % 5) == 2)
# 22 "/input.c"
  {
# 22 "/input.c"
    return 0;
  }
# 23 "/input.c"
  for (int i = 0; i < 100000; i++)
# 24 "/input.c"
  {
    
# 24 "/input.c"
    __VERIFIER_assert(a[i] <= 6);
  }

}

