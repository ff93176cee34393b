// Arrays that realloc makes larger and smaller: vectors, texts that grow, pointers that are made anew.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

struct vector { int *data; size_t length, capacity; };
struct point { short x; long y; };
static struct vector all;
static int seen[24];

static int push(struct vector *v, int value) {
  if (v->length == v->capacity) {
    size_t capacity = v->capacity ? 2 * v->capacity : 2;
    int *data = realloc(v->data, capacity * sizeof *data);
    if (!data)
      return -1;
    v->data = data;
    v->capacity = capacity;
  }
  v->data[v->length++] = value;
  return 0;
}

static void *more(void *old, size_t bytes) { return realloc(old, bytes); }

static void ensure(char **text, size_t *room, size_t wanted) {
  if (*room < wanted) {
    *room = wanted + 3;
    *text = realloc(*text, *room);
  }
}

int main(void) {
  struct vector odd = {0};
  for (int i = 0; i < 20; i++) {
    int value = __VERIFIER_nondet_int() & 31;
    if (push(&all, value) < 0 || (value % 2 && push(&odd, i) < 0))
      return 1;
  }
  for (size_t i = 0; i < all.length; i++)
    seen[0] = 5 * seen[0] + all.data[i];
  for (size_t i = 0; i < odd.length; i++)
    seen[1] += all.data[odd.data[i]] % 2;
  seen[2] = seen[1] == (int)odd.length;
  __VERIFIER_assert(seen[1] == (int)odd.length);
  int *end = all.data + all.length, *last = end - 1;
  seen[3] = end - all.data;
  seen[4] = *last;
  all.data = realloc(all.data, all.length * sizeof(int));
  seen[5] = all.data[19];
  last = all.data + 3;
  seen[6] = last[-1] + *last;
  last++;
  seen[7] = last - all.data;
  free(odd.data);
  odd.data = NULL;

  struct point *points = malloc(2 * sizeof *points);
  points[0].x = 3, points[1].y = 1L << 40;
  if (seen[4] & 1)
    points = realloc(points, 5 * sizeof *points);
  seen[8] = points[0].x;
  seen[9] = points[1].y >> 38;

  int *cleared = calloc(6, sizeof(int)), *grown = NULL;
  cleared[2] = 7;
  cleared = more(cleared, 9 * sizeof *cleared);
  cleared[8] = 1;
  seen[10] = cleared[2] + cleared[3] + cleared[8];
  for (int i = 0; i < 5; i++) {
    if (grown == NULL)
      grown = malloc(sizeof(int));
    else
      grown = realloc(grown, (i + 1) * sizeof *grown);
    grown[i] = i * i;
  }
  seen[11] = grown[4] + grown[2];
  free(grown);

  char *text = NULL;
  size_t room = 0, used = 0;
  for (int i = 0; i < 12; i++) {
    ensure(&text, &room, used + 2);
    text[used++] = 'a' + (all.data[i] & 7);
    text[used] = 0;
  }
  seen[12] = (int)strlen(text);
  seen[13] = text[3];
  __VERIFIER_assert(text[used] == 0);
  return 0;
}
