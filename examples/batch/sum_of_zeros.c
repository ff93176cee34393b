extern void reach_error(void);
#define N 100000
int a[N];
int main(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  if (sum != 0) reach_error();
  return 0;
}
