int main(void)
{
  int i = ;
}
