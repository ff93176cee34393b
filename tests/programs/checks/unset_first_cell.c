/* The first cell is never set; the cells of the second array all are. */
int main(void) {
  int a[1000], b[1000], s = 0;
  for (int i = 1; i < 1000; i++)
    a[i] = i;
  for (int i = 0; i < 1000; i++)
    b[i] = i;
  for (int i = 0; i < 1000; i++)
    s ^= b[i];                           // uninitialised=holds
  for (int i = 0; i < 1000; i++)
    s ^= a[i];                           // uninitialised=fails
  return s > 0;
}
