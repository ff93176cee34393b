/* run: --function clear; data may point to the struct itself, so used may change: data == &used */
struct buffer { int *data; int used; };
/*@ requires \valid(b) && b->used == 1 && \valid(b->data + (0 .. 1)); ensures b->used == 1; */
void clear(struct buffer *b) { b->data[0] = 0; }
