/* safe: Each cell of the grid knows its own row and column. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct cell {
    unsigned short row, column;
};

struct grid {
    unsigned rows, columns;
    struct cell *cells;
};

static int grid_init(struct grid *g, unsigned rows, unsigned columns)
{
    g->rows = rows;
    g->columns = columns;
    g->cells = malloc(sizeof(struct cell) * rows * columns);
    if (!g->cells)
        return -1;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            struct cell *x = &g->cells[r * columns + c];
            x->row = (unsigned short)r;
            x->column = (unsigned short)c;
        }
    return 0;
}

int main(void)
{
    struct grid g;
    unsigned rows = __VERIFIER_nondet_uint();
    if (rows == 0 || rows > 200)
        return 0;
    if (grid_init(&g, rows, 16) != 0)
        return 0;

    for (unsigned r = 0; r < g.rows; r++)
        for (unsigned c = 0; c < g.columns; c++) {
            assert(g.cells[r * g.columns + c].row == r);
            assert(g.cells[r * g.columns + c].column == c);
        }
    free(g.cells);
    return 0;
}
