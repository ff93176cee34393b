/* gcc rewrites what stands in an index or a comparison with a constant, and no longer sees that it overflows. */
// entry: last
int a[8];
int last(int n) {
  return a[n - 1];                       // overflow=fails bounds=fails
}
