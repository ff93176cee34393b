/* A null pointer is followed. */
int main(void) {
  int *p = 0;
  *p = 42; // pointer=fails
  return 0;
}
