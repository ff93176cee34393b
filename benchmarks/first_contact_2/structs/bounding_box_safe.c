/* safe: all points are in the bounding box */
#include <assert.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern short __VERIFIER_nondet_short(void);

typedef struct {
    short x, y;
} point;

typedef struct {
    point min, max;
} box;

static point cloud[SIZE];

static box bounds_of(const point *p, int n)
{
    box b;
    b.min = p[0];
    b.max = p[0];
    for (int i = 1; i < n; i++) {
        if (p[i].x < b.min.x)
            b.min.x = p[i].x;
        if (p[i].x > b.max.x)
            b.max.x = p[i].x;
        if (p[i].y < b.min.y)
            b.min.y = p[i].y;
        if (p[i].y > b.max.y)
            b.max.y = p[i].y;
    }
    return b;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        cloud[i].x = __VERIFIER_nondet_short();
        cloud[i].y = __VERIFIER_nondet_short();
    }

    box b = bounds_of(cloud, SIZE);

    for (int i = 0; i < SIZE; i++) {
        assert(b.min.x <= cloud[i].x && cloud[i].x <= b.max.x);
        assert(b.min.y <= cloud[i].y && cloud[i].y <= b.max.y);
    }
    return 0;
}
