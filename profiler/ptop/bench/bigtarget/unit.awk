# Writes unit 000: chains of 12 functions that call each other, with template
# arguments for long names, and locals and several lines each for debug data.
# Everything external carries `service_000`, which build.sh replaces.
BEGIN {
  chain = 12
  print "template <class Word, int Count> struct Request {"
  print "  Word words[Count];"
  print "  long fold(long seed) const { for (Word word : words) seed += word ^ (seed >> 3); return seed; }"
  print "};"
  print "namespace service_000 { namespace request_processing_pipeline {"
  for (n = 0; n < functions; n++) {
    width = n % 7 + 2
    below = (n + 6) % 7 + 2
    printf "__attribute__((noinline)) long handle_request_stage_%05d(const Request<long, %d> &request, long spins, long total) {\n", n, width
    printf "  long stage_total_%d = total + %d;\n", n, n * 7919 % 100003
    printf "  Request<long, %d> child;\n", below
    printf "  for (int i = 0; i < %d; i++) child.words[i] = request.words[i %% %d] * %d + i;\n", below, width, n % 97 + 3
    print  "  for (long spin = 0; spin < spins; spin++) {"
    printf "    stage_total_%d ^= (stage_total_%d << %d) + spin;\n", n, n, n % 13 + 1
    printf "    if (stage_total_%d & %d) stage_total_%d += request.fold(spin);\n", n, 2 ^ (n % 11), n
    print  "  }"
    if (n % chain) printf "  stage_total_%d += handle_request_stage_%05d(child, spins, stage_total_%d);\n", n, n - 1, n
    printf "  return stage_total_%d + child.fold(spins) + %d;\n}\n", n, n
  }
  print "} }"
  print "using Entry = long (*)(const void *, long, long);"
  print "extern \"C\" { extern const Entry service_000_entries[]; extern const int service_000_count; }"
  print "const Entry service_000_entries[] = {"
  count = 0
  for (n = chain - 1; n < functions; n += chain) {
    printf "  (Entry)&service_000::request_processing_pipeline::handle_request_stage_%05d,\n", n
    count++
  }
  print "};"
  printf "const int service_000_count = %d;\n", count
}
