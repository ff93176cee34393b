/* run: ; by attributes before and behind the members, and by the pragma */
#include <assert.h>
#include <stddef.h>
struct one { char kind; int len; } __attribute__((packed));
struct __attribute__((packed)) two { struct one o; short s __attribute__((packed)); char c[3]; };
typedef struct three { char k; long n; } __attribute__((__packed__)) three;
#pragma pack(push, 1)
struct four { char k; three t; union { char c; int i; } u; };
#pragma pack(pop)
struct five { struct one o; int i; };
int main(void) {
  assert(sizeof(struct one) == 5); assert(sizeof(struct two) == 10); assert(sizeof(three) == 9);
  assert(sizeof(struct four) == 14); assert(sizeof(struct five) == 12); assert(offsetof(struct two, c) == 7);
}
