/* A null pointer is followed. */
struct pair { int a, b; };
int main(void) {
  struct pair *p = 0;
  p->b = 1; // pointer=fails
  return 0;
}
