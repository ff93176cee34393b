/* Pointers that stand for one array and walk along it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int data[10], matrix[3][4];
int matrix_end;
char word[8], other[8];
static int sum(const int *from, int count) { int total = 0; while (count-- > 0) total += *from++; return total; }
static void swap(int *one, int *two) { int kept = *one; *one = *two; *two = kept; }
static void row(int line[4], int value) { for (int i = 0; i < 4; i++) line[i] = value + i; }
int main(void) {
  int *at = data + 2, *end = &data[10];
  *at++ = 5; *++at = 6; at[-1] = 7; 1[at + 1] = 8;
  assert(data[2] == 5 && data[4] == 6 && data[3] == 7 && data[6] == 8);
  assert(at - data == 4 && end - at == 6 && at < end && sum(data, 10) == 26);
  swap(&data[0], &data[2]);
  assert(data[0] == 5 && data[2] == 0);
  row(matrix[1], 10); row(matrix[2], 20);
  assert(matrix[1][3] == 13 && matrix[2][0] == 20 && matrix[0][3] == 0 && sizeof matrix[0] == 16);
  int *heap = malloc(5 * sizeof *heap);
  for (int i = 0; i < 5; i++) *(heap + i) = i * i;
  assert(sum(heap, 5) == 30);
  free(heap);
  strcpy(word, "abc"); memcpy(other, word, 4); memset(word, 'x', 2);
  assert(strlen(other) == 3 && word[1] == 'x' && word[2] == 'c' && other[0] == 'a');
  int *apart = &data[9];
  assert(apart != &matrix_end && &matrix_end == &matrix_end && word != other && !(apart == &matrix_end));
  memset(data, 0, sizeof data);
  assert(sum(data, 10) == 0);
  return 0;
}
