/* Without an element nothing is set. */
// entry: largest
int largest(const int *a, int n) {
  int best;
  for (int i = 0; i < n; i++)
    if (i == 0 || a[i] > best)           // uninitialised=holds
      best = a[i];
  return best > 3;                       // uninitialised=fails
}
