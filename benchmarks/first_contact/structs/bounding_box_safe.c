/* safe: The bounding box contains all points. */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

#ifndef SIZE
#define SIZE 50000
#endif

struct point { int x, y; };
struct box { struct point low, high; };

static struct box bounds(const struct point *p, int n)
{
    struct box b = { { INT_MAX, INT_MAX }, { INT_MIN, INT_MIN } };
    for (int i = 0; i < n; i++) {
        if (p[i].x < b.low.x)
            b.low.x = p[i].x;
        if (p[i].x > b.high.x)
            b.high.x = p[i].x;
        if (p[i].y < b.low.y)
            b.low.y = p[i].y;
        if (p[i].y > b.high.y)
            b.high.y = p[i].y;
    }
    return b;
}

int main(void)
{
    static struct point cloud[SIZE];

    for (int i = 0; i < SIZE; i++) {
        cloud[i].x = __VERIFIER_nondet_int();
        cloud[i].y = __VERIFIER_nondet_int();
    }

    struct box b = bounds(cloud, SIZE);

    for (int i = 0; i < SIZE; i++) {
        assert(b.low.x <= cloud[i].x && cloud[i].x <= b.high.x);
        assert(b.low.y <= cloud[i].y && cloud[i].y <= b.high.y);
    }
    return 0;
}
