/* gcc reports an error in an initialiser at the declared variable, where other operations of the statement are too. */
// entry: reverse
void reverse(int *a, int n) {
  for (int i = 0,
           j = n - 1;                    // overflow=fails
       i < j;
       i++,                              // overflow=holds
       j--) {                            // overflow=holds
    int t = a[i];                        // bounds=holds
    a[i] = a[j];                         // bounds=fails
    a[j] = t;                            // bounds=holds
  }
}
