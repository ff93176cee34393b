/* The cell that says where to store is read before anything is set. */
int main(void) {
  int a[10];
  a[1] = 0;
  a[a[1]] = 4;                           // uninitialised=holds
  a[a[7] & 3] = 4;                       // uninitialised=fails
  return a[0] > 3;                       // uninitialised=safe
}
