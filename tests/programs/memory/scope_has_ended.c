/* The address of a variable is used behind its block. */
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  *p = 4; // pointer=fails
  return 0;
}
