/* A pointer that was never set is followed. */
int main(void) {
  int *p;
  *p = 1; // pointer=fails
  return 0;
}
