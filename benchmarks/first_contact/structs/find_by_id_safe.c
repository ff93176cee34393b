/* safe: The lookup returns the first record with the wanted id, or NULL if there is none. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    int id;
    short year;
    char grade;
};

static struct record *find(struct record *r, unsigned n, int id)
{
    for (struct record *p = r; p < r + n; p++)
        if (p->id == id)
            return p;
    return NULL;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 30000)
        return 0;
    struct record *db = calloc(n, sizeof *db);
    if (!db)
        return 0;
    for (unsigned i = 0; i < n; i++)
        db[i].id = __VERIFIER_nondet_int();

    int wanted = __VERIFIER_nondet_int();
    struct record *hit = find(db, n, wanted);

    if (hit) {
        assert(hit->id == wanted);
        for (struct record *p = db; p != hit; p++)
            assert(p->id != wanted);
    } else {
        for (unsigned i = 0; i < n; i++)
            assert(db[i].id != wanted);
    }
    free(db);
    return 0;
}
