/* run: --function wait; status may change between both reads, for example in hardware */
#include <assert.h>
void wait(volatile unsigned *status) { unsigned first = *status; for (int i = 0; i < 9; i++) assert(*status == first); }
