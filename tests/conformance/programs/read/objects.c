// Objects that are allocated in loops, lists of them, and pointers in arrays.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

struct node { int value; struct node *next; };
struct pair { int key; short weight; };
static struct node *head;
static struct pair *table[8];
int numbers[10];
static int *chosen[5];
int seen[20];

static struct pair *make(int key) {
  struct pair *p = malloc(sizeof *p);
  p->key = key;
  p->weight = key * 3;
  return p;
}

int main(void) {
  for (int i = 0; i < 6; i++) {
    int value = __VERIFIER_nondet_int() & 15;
    if (value == 3)
      continue;
    struct node *n = malloc(sizeof(struct node));
    n->value = value;
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n; n = n->next) {
    seen[0] = 3 * seen[0] + n->value;
    seen[1]++;
  }
  if (head != NULL && head->next != NULL) {
    head->next->value = 77;
    seen[2] = head->value;
    seen[3] = head->next->next == NULL;
    head = head->next;
    seen[4] = head->value;
  }
  for (int i = 0; i < 8; i += 2)
    table[i] = make(i + (__VERIFIER_nondet_int() & 1));
  table[1] = table[2];
  table[1]->weight++;
  for (int i = 0; i < 8; i++)
    if (table[i])
      seen[5] += table[i]->key * table[i]->weight;
  seen[6] = table[1] == table[2];
  seen[7] = table[0] != table[4];
  seen[8] = table[3] == NULL;
  for (int i = 0; i < 10; i++)
    numbers[i] = __VERIFIER_nondet_int() & 63;
  for (int i = 0; i < 5; i++)
    chosen[i] = numbers[i] & 1 ? &numbers[2 * i] : numbers + 1;
  chosen[3]++;
  *chosen[2] = 5;
  for (int i = 0; i < 5; i++)
    seen[9] = 5 * seen[9] + *chosen[i];
  seen[10] = (int)(chosen[4] - chosen[0]);
  for (int i = 0; i < 4; i++) {
    int *cell = calloc(1, sizeof(int));
    *cell += numbers[i];
    seen[11] += *cell;
    free(cell);
  }
  __VERIFIER_assert(seen[1] <= 6);
  return 0;
}
