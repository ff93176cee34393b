"""What a program may do is decided here, and held by the kernel: the one door to native runs and to the compiler."""
