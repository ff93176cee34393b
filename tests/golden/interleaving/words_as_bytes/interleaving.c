int i;
unsigned int input;
int i_2;
long long end_offset_row;
long long p_offset_row;
long long put_result_offset_row;
unsigned short words[];
unsigned char wire_0[];
unsigned char wire_1[];
  end_offset_row = 0LL;
  i = 0;
  for (; i < 1000; i = i + 1) {
    input = nondet_unsigned_int();
    words[i] = input;
    p_offset_row = end_offset_row;
    wire_0[end_offset_row] = words[i] >> 8;
    wire_1[end_offset_row] = words[i] & 255;
    p_offset_row = end_offset_row + 1LL;
    put_result_offset_row = end_offset_row + 1LL;
    end_offset_row = end_offset_row + 1LL;
  }
  i_2 = 0;
  for (; i_2 < 1000; i_2 = i_2 + 1) {
    __VERIFIER_assert(((wire_0[(long long)i_2] << 8) | wire_1[(long long)i_2]) == words[i_2]);
  }
