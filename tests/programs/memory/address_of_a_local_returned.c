/* The address of a variable is used behind its function. */
static int *address(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = address();
  return *p; // pointer=fails
}
