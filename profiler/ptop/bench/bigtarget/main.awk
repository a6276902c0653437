# Writes the program: threads that call a pseudo-random chain of a pseudo-random unit, for ever.
BEGIN {
  print "#include <pthread.h>"
  print "#include <stdlib.h>"
  print "using Entry = long (*)(const void *, long, long);"
  print "extern \"C\" {"
  for (unit = 0; unit < units; unit++) {
    printf "extern const Entry service_%03d_entries[]; extern const int service_%03d_count;\n", unit, unit
  }
  print "}"
  print "struct Unit { const Entry *entries; const int *count; };"
  print "static const Unit units[] = {"
  for (unit = 0; unit < units; unit++) printf "  {service_%03d_entries, &service_%03d_count},\n", unit, unit
  print "};"
  print "static long spins = 60;"
  print "static unsigned next(unsigned *seed) { return (*seed = *seed * 1103515245u + 12345u) >> 8; }"
  print "__attribute__((noinline)) static void *run_worker(void *argument) {"
  print "  unsigned seed = (unsigned)(unsigned long)argument;"
  print "  long words[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, total = 0;"
  print "  for (;;) {"
  print "    const Unit &unit = units[next(&seed) % (sizeof units / sizeof *units)];"
  print "    total += unit.entries[next(&seed) % (unsigned)*unit.count](words, spins, total);"
  print "    words[0] = total;"
  print "  }"
  print "}"
  print "int main(int count, char **arguments) {"
  print "  long threads = count > 1 ? atol(arguments[1]) : 2;"
  print "  if (count > 2) spins = atol(arguments[2]);"
  print "  for (long i = 1; i < threads; i++) {"
  print "    pthread_t thread;"
  print "    pthread_create(&thread, nullptr, run_worker, (void *)(i * 7919));"
  print "  }"
  print "  run_worker((void *)1);"
  print "}"
}
