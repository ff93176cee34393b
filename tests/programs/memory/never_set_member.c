/* A pointer that was never set is followed. */
struct box { int *p; };
int main(void) {
  struct box b;
  return *b.p; // pointer=fails
}
