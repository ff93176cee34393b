/* Three functions with contracts. The second one forgets the first cell. */

/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}

/*@ requires n >= 1 && \valid(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill_from_one(int *a, int n, int v) {
  for (int i = 1; i < n; i++) a[i] = v;
}

/*@ requires n >= 1 && \valid_read(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result; */
int largest(const int *a, int n) {
  int best = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > best) best = a[i];
  return best;
}
