/* Files, TCP ports, and signals to others: Landlock, as much of it as the kernel has. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The numbers are those of every architecture; the kernel's own header may be older than the kernel. */
enum { CREATE = 444, ADD = 445, RESTRICT = 446, VERSION = 1, BENEATH = 1 };
enum { EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, REMOVE_FILE = 1 << 5,
       MAKE_REG = 1 << 8, FIRST_RIGHTS = (1 << 13) - 1, REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL = 1 << 15 };
enum { OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE };

struct ruleset { uint64_t files, network, scope; };
struct beneath { uint64_t rights; int32_t parent; } __attribute__((packed));

int landlock_abi(void) {
  long abi = syscall(CREATE, (void *)0, 0, VERSION);
  return abi < 0 ? 0 : (int)abi;
}

static uint64_t all_rights(int abi) {
  return FIRST_RIGHTS | (abi >= 2 ? REFER : 0) | (abi >= 3 ? TRUNCATE : 0) | (abi >= 5 ? IOCTL : 0);
}

int landlock_begin(void) {
  int abi = landlock_abi();
  if (abi == 0)
    return -1;
  struct ruleset all = {all_rights(abi), 3 /* bind and connect TCP */, 3 /* abstract sockets and signals */};
  size_t size = abi < 4 ? 8 : abi < 6 ? 16 : 24;
  int rules = (int)syscall(CREATE, &all, size, 0);
  if (rules < 0)
    refuse("Landlock makes no rules");
  return rules;
}

void landlock_permit_descriptor(int rules, int descriptor, char rights) {
  struct stat about;
  struct beneath rule = {READ_FILE | READ_DIR, descriptor};
  if (rights == 'x')
    rule.rights |= EXECUTE;
  if (rights == 'w')
    rule.rights |= WRITE_FILE | REMOVE_FILE | MAKE_REG | TRUNCATE;
  rule.rights &= all_rights(landlock_abi());
  if (fstat(descriptor, &about) == 0 && !S_ISDIR(about.st_mode))
    rule.rights &= OF_FILES;
  if (syscall(ADD, rules, BENEATH, &rule, 0) != 0)
    refuse("Landlock takes no rule");
}

void landlock_permit(int rules, const char *path, char rights) {
  if (rules < 0)
    return;
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) /* what is not there needs no rule */
    return;
  landlock_permit_descriptor(rules, descriptor, rights);
  close(descriptor);
}

void landlock_end(int rules) {
  if (rules < 0)
    return;
  if (syscall(RESTRICT, rules, 0) != 0)
    refuse("Landlock does not restrict");
  close(rules);
}
