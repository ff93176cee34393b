#!/bin/sh
# Decides one safe and one unsafe program and checks what is printed: smoketest.sh [safe] [unsafe]
set -eu
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

program() {
  cat <<END
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int a[1000], b[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = $1; i < 1000; i++)
    b[i] = a[i];
  for (i = 0; i < 1000; i++)
    if (a[i] != b[i])
      reach_error();
  return 0;
}
END
}
program 0 >safe.c
program 1 >unsafe.c

[ $# -gt 0 ] || set -- safe unsafe
for name; do
  case $name in
    safe) expected=VERIABS_VERIFICATION_SUCCESSFUL ;;
    unsafe) expected=VERIABS_VERIFICATION_FAILED ;;
    *) echo "smoketest.sh: no program $name (safe, unsafe)" >&2; exit 64 ;;
  esac
  "$here/scripts/veriabs" --property-file "$here/properties/unreach-call.prp" -64 "$name.c" >log 2>&1 || true
  if [ "$(tail -n 1 log)" != "$expected" ]; then
    cat log
    echo "smoketest.sh: $name.c: expected $expected" >&2
    exit 1
  fi
  if [ "$(grep -c -E 'VERIABS_|NOT SUPPORTED' log)" != 1 ] || [ ! -s witness.yml ]; then
    cat log
    echo "smoketest.sh: $name.c: more than one word, or no witness" >&2
    exit 1
  fi
  rm witness.yml
  echo "$name.c: $expected"
done
