/* A ring buffer of bytes. It is empty if head == tail, and one slot always stays free. */
#include <stddef.h>

struct ring {
  unsigned char bytes[RING_SIZE];
  size_t head, tail;
};

/*@ requires r->head < RING_SIZE && r->tail < RING_SIZE;
    ensures r->head < RING_SIZE; */
int ring_put(struct ring *r, unsigned char byte);

/*@ requires r->head < RING_SIZE && r->tail < RING_SIZE;
    ensures r->tail < RING_SIZE; */
int ring_get(struct ring *r, unsigned char *byte);
