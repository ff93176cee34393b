/* A null pointer is followed. */
struct node { int value; struct node *next; };
int main(void) {
  struct node one = {1, 0};
  return one.next->value; // pointer=fails
}
