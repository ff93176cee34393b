/* An access behind the last element. */
int main(void) {
  int a[4] = {0}, *end = a + 4;
  return *end; // bounds=fails
}
