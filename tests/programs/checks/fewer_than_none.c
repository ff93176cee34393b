/* A size of n - 3 elements rules out no call: with fewer than 3 there are none, and the loop does not run. */
// entry: clear --array a:n-3
int clear(int *a, int n) {
  for (int i = 0; i < n - 3; i++)        // overflow=fails
    a[i] = 0;                            // bounds=holds
  return 10 / (n - 1);                   // div-by-zero=fails
}
