int main(void)
{
  return absent;
}
