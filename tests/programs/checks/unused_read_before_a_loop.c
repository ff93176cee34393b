/* gcc moves a read with an unused result to nowhere, behind which only the write of the loop would fail. */
static void clear(int *a, int n) {
  if (n > 0) {
    int last = a[n - 1];     // bounds=fails
  }
  for (int i = 0; i < n; i++)
    a[i] = 0;                // bounds=holds
}
int main(void) {
  int b[5];
  clear(b, 10);
  return b[0];
}
