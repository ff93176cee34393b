/* Prints the words that permit what this very program is loaded from; it is compiled as the confined programs are. */
#define _GNU_SOURCE
#include <link.h>
#include <math.h>
#include <stdio.h>

static int print_library(struct dl_phdr_info *info, size_t size, void *count) {
  (void)size;
  if ((*(int *)count)++ > 0) { /* the first is this program */
    if (info->dlpi_name[0] == '/')
      printf("read=%s\n", info->dlpi_name);
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_INTERP)
      printf("run=%s\n", (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
  return 0;
}

int main(void) {
  volatile double angle = 1;
  int count = isnan(sin(angle)); /* so that the library of <math.h> is one of them */
  dl_iterate_phdr(print_library, &count);
  puts("read=/etc/ld.so.cache");
  return 0;
}
