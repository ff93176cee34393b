/* run: --function call --check div-by-zero; the function may set y to 0 */
struct ops { void (*set)(int *); };
int call(struct ops *o) {
  int y = 1;
  if (o->set) o->set(&y);
  return 10 / y;
}
