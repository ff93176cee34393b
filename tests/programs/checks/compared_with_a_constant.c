/* `n - 1 > 0` is computed as `n > 1`. */
// entry: several
int several(int n, int m) {
  if (n - 1 > 0)                         // overflow=fails
    return m > -100 && m - 1 > 0;        // overflow=holds
  return 0;
}
