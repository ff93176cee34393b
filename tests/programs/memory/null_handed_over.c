/* A null pointer is followed. */
static void set(int *p) {
  *p = 42; // pointer=fails
}
int main(void) {
  set(0);
  return 0;
}
