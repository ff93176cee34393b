/* safe: the journal never holds more than its capacity and keeps its sequence numbers in order */
#include <assert.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 100000
#endif

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct entry {
    int sequence;
    int payload;
};

struct journal {
    struct entry entries[SIZE];
    int count;
    int next_sequence;
};

static struct journal journal;

static bool append(struct journal *j, int payload)
{
    if (j->count == SIZE)
        return false;
    j->entries[j->count].sequence = j->next_sequence++;
    j->entries[j->count].payload = payload;
    j->count++;
    return true;
}

int main(void)
{
    int stored = 0;

    while (__VERIFIER_nondet_bool()) {
        if (!append(&journal, __VERIFIER_nondet_int()))
            break;
        stored++;
    }

    assert(journal.count == stored);
    assert(journal.count <= SIZE);
    for (int i = 0; i < journal.count; i++)
        assert(journal.entries[i].sequence == i);
    return 0;
}
