/* run: --function grow --check bounds; the size counts at the beginning: used = 1 */
struct buffer { int *data; int used; };
/*@ requires \valid(b) && 0 < b->used < 1000 && \valid(b->data + (0 .. b->used - 1)); */
int grow(struct buffer *b) { b->used++; return b->data[b->used - 1]; }
