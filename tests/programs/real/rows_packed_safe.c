/* run: --function pack --check all; many checks, decided one by one; a row of seven bytes is packed into eight words */
typedef unsigned char byte;
typedef unsigned short word;

struct record {
  byte kind, flags, high, low, left, right, end;
};

/*@ requires n <= 100 && \valid_read(in + (0 .. n - 1)) && \valid(out + (0 .. 8 * n - 1));
  @ requires \separated(in + (0 .. n - 1), out + (0 .. 8 * n - 1)); */
void pack(const struct record *in, word *out, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    word *to = out + 8 * i;
    to[0] = (word)(in[i].kind * 1);
    to[1] = (word)(in[i].flags * 2);
    to[2] = (word)(in[i].high * 3);
    to[3] = (word)(in[i].low * 4);
    to[4] = (word)(in[i].left * 5);
    to[5] = (word)(in[i].right * 6);
    to[6] = (word)(in[i].end * 7);
    to[7] = (word)(in[i].high * 256 + in[i].low);
  }
}
