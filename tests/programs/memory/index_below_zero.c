/* An access in front of the first element. */
int main(void) {
  int a[4] = {0}, *p = a;
  return p[-1]; // bounds=fails
}
