/* run: --function has_data; a range without elements may begin at a null pointer: used = 0, data = 0 */
struct buffer { int *data; int used; };
/*@ requires \valid(b) && b->used >= 0 && \valid(b->data + (0 .. b->used - 1)); ensures \result == 1; */
int has_data(const struct buffer *b) { return b->data != 0 && (b->used == 0 || b->data[0] == b->data[0]); }
