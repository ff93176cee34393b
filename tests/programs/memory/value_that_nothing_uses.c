/* A read is checked although its value is unused. */
int main(void) {
  const int address = 4096 + 4;
  int *p = (int *)address;
  int unused = *p; // pointer=fails
  return 0;
}
