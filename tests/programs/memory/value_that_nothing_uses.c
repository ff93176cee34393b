/* What is read counts, though nothing uses it. */
int main(void) {
  const int address = 4096 + 4;
  int *p = (int *)address;
  int unused = *p; // pointer=fails
  return 0;
}
