/* A null pointer is followed. */
int main(void) {
  int a = 1, *p[3] = {&a, 0, &a}, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += *p[i]; // pointer=fails
  return sum;
}
