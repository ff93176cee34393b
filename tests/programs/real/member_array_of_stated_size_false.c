/* run: --function sum --check bounds; the last access is one element behind the stated size */
struct buffer { int *data; int used; };
/*@ requires \valid(b) && b->used > 0 && \valid(b->data + (0 .. b->used - 1)); */
int sum(const struct buffer *b) { int s = 0; for (int i = 0; i <= b->used; i++) s ^= b->data[i]; return s; }
