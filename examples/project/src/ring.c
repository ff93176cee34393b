#include "ring.h"

/* Puts a byte into the ring; 0 if it is full. */
int ring_put(struct ring *r, unsigned char byte) {
  size_t next = (r->head + 1) % RING_SIZE;
  if (next == r->tail) return 0;
  r->bytes[r->head] = byte;
  r->head = next;
  return 1;
}

/* Takes the oldest byte out of the ring; 0 if it is empty. */
int ring_get(struct ring *r, unsigned char *byte) {
  if (r->head == r->tail) return 0;
  *byte = r->bytes[r->tail];
  r->tail = (r->tail + 1) % RING_SIZE;
  return 1;
}
