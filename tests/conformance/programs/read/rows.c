// Rows that a loop allocates, arrays of pointers on the heap, buffers of a round.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

struct cell { short weight; long key; };
static int seen[24];
static int *slots[6];

int main(void) {
  int n = 6, m = 4 + (__VERIFIER_nondet_int() & 3);
  int **grid = malloc(n * sizeof *grid);
  for (int i = 0; i < n; i++) {
    grid[i] = malloc(m * sizeof **grid);
    for (int j = 0; j < m; j++)
      grid[i][j] = 10 * i + j;
  }
  int *kept = grid[2], **row = grid + 1;
  seen[0] = kept[3];
  grid[2] = grid[4];
  grid[2][0] = 77;
  seen[1] = grid[4][0];
  seen[2] = kept[0];
  grid[4] = kept;
  seen[3] = grid[4][1] + (*row)[2];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      seen[4] = 3 * seen[4] + grid[i][j];
  seen[5] = &grid[3][2] - grid[3];
  memcpy(grid[0], grid[5], m * sizeof(int));
  seen[6] = grid[0][1];
  __VERIFIER_assert(grid[0][1] == 51);

  struct cell **table = malloc(3 * sizeof *table);
  for (int i = 0; i < 3; i++) {
    table[i] = calloc(5, sizeof **table);
    table[i][i].weight = i + 1;
    table[i][4].key = 7L << (10 * i);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++)
      seen[7] += table[i][j].weight + (int)(table[i][j].key >> 3);

  for (int i = 0; i < 6; i++) {
    if (i % 2)
      slots[i] = NULL;
    else
      slots[i] = malloc(3 * sizeof(int));
    if (slots[i])
      slots[i][2] = i;
  }
  seen[8] = slots[1] == NULL;
  seen[9] = slots[4][2];

  char **words = malloc(4 * sizeof *words);
  for (int i = 0; i < 4; i++) {
    words[i] = malloc(6);
    strcpy(words[i], "word0");
    words[i][4] += i;
  }
  seen[10] = words[3][4];
  seen[11] = strcmp(words[1], words[2]) < 0;

  for (int i = 0; i < 5; i++) {
    int *buffer = malloc(8 * sizeof *buffer);
    for (int j = 0; j < 8; j++)
      buffer[j] = i * j;
    seen[12] += buffer[7] - buffer[i];
    free(buffer);
  }
  int x = 3, **cell = malloc(sizeof *cell);
  *cell = &x;
  **cell += 2;
  seen[13] = x;
  free(cell);
  for (int i = 0; i < 4; i++)
    free(words[i]);
  free(words);
  return 0;
}
