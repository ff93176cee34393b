/* A number that an address was made of leads to its object. */
int main(void) {
  int x = 3;
  unsigned long n = (unsigned long)&x;
  int *p = (int *)n;
  *p = 4;
  return x - 4;
}
