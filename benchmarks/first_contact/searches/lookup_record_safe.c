/* safe: the lookup returns a record with the wanted id, or NULL if no record has it */
#include <assert.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10000
#endif

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct record {
    int id;
    int balance;
    _Bool active;
};

static struct record book[SIZE];

static const struct record *lookup(int id)
{
    for (const struct record *r = book; r < book + SIZE; r++)
        if (r->active && r->id == id)
            return r;
    return NULL;
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        book[i].id = __VERIFIER_nondet_int();
        book[i].balance = 100;
        book[i].active = __VERIFIER_nondet_bool();
    }

    int wanted = __VERIFIER_nondet_int();
    const struct record *r = lookup(wanted);

    if (r != NULL) {
        assert(r->id == wanted);
        assert(r->active);
        assert(r->balance == 100);
    } else {
        for (int i = 0; i < SIZE; i++)
            assert(!book[i].active || book[i].id != wanted);
    }
    return 0;
}
