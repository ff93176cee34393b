// Memory that a function allocates for any type, and a list that is taken apart.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

struct node { int key; struct node *next; };
static int seen[16];

static void *get(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL)
    exit(1);
  return memory;
}

static void *more(void *old, size_t bytes) {
  void *memory = realloc(old, bytes);
  if (memory == NULL)
    exit(1);
  return memory;
}

static char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *fresh = get(size);
  memcpy(fresh, text, size);
  return fresh;
}

static struct node *insert(struct node *head, int key) {
  struct node *fresh = get(sizeof *fresh);
  fresh->key = key;
  fresh->next = head;
  return fresh;
}

int main(void) {
  int n = 5 + (__VERIFIER_nondet_int() & 7);
  struct node *head = NULL;
  for (int i = 0; i < n; i++)
    head = insert(head, i * i);
  for (struct node *p = head; p; p = p->next)
    seen[0] = 3 * seen[0] + p->key;
  while (head) {
    struct node *next = head->next;
    seen[1] += head->key & 3;
    free(head);
    head = next;
  }
  int *numbers = get(8 * sizeof *numbers);
  for (int i = 0; i < 8; i++)
    numbers[i] = i * n;
  numbers = more(numbers, 16 * sizeof *numbers);
  numbers[15] = 1;
  seen[2] = numbers[7] + numbers[15];
  __VERIFIER_assert(numbers[7] == 7 * n);
  long *wide = (long *)get(n * sizeof(long));
  wide[n - 1] = 1L << 33;
  seen[3] = (int)(wide[n - 1] >> 30);
  char *text = copy("memory");
  seen[4] = (int)strlen(text) + text[2];
  struct node **table = get(4 * sizeof *table);
  for (int i = 0; i < 4; i++) {
    table[i] = get(sizeof(struct node));
    table[i]->key = i + n;
  }
  seen[5] = table[3]->key;
  return 0;
}
