/* run: ; mode may change between both reads, for example in hardware */
#include <assert.h>
typedef volatile int flag_t;
static struct { flag_t mode; } device;
int main(void) { int mode = device.mode; assert(device.mode == mode); return 0; }
