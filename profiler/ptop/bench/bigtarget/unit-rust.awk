# Writes unit 000 as a crate: chains of 12 functions that call each other, with generic
# arguments for long names, and several lines each for the line table.
# Every name that leaves the crate carries `service_000`, which build-rust.sh replaces.
BEGIN {
  chain = 12
  print "#![no_std]"
  print "#![crate_name = \"service_000\"]"
  print "pub mod request_processing_pipeline {"
  print "    pub struct Request<const COUNT: usize> {"
  print "        pub words: [i64; COUNT],"
  print "    }"
  print "    #[inline(always)]"
  print "    fn fold<const COUNT: usize>(request: &Request<COUNT>, seed: i64) -> i64 {"
  print "        request.words.iter().fold(seed, |sum, word| sum.wrapping_add(word ^ (sum >> 3)))"
  print "    }"
  for (n = 0; n < functions; n++) {
    width = n % 7 + 2
    below = (n + 6) % 7 + 2
    print  "    #[inline(never)]"
    printf "    pub fn handle_request_stage_%05d(request: &Request<%d>, spins: i64, total: i64) -> i64 {\n", n, width
    printf "        let mut stage_total = total.wrapping_add(%d);\n", n * 7919 % 100003
    printf "        let mut child = Request::<%d> { words: [0; %d] };\n", below, below
    printf "        for i in 0..%d {\n", below
    printf "            child.words[i] = request.words[i %% %d].wrapping_mul(%d).wrapping_add(i as i64);\n", width, n % 97 + 3
    print  "        }"
    print  "        for spin in 0..spins {"
    printf "            stage_total ^= (stage_total << %d).wrapping_add(spin);\n", n % 13 + 1
    printf "            if stage_total & %d != 0 {\n", 2 ^ (n % 11)
    print  "                stage_total = stage_total.wrapping_add(fold(request, spin));"
    print  "            }"
    print  "        }"
    if (n % chain) printf "        stage_total = stage_total.wrapping_add(handle_request_stage_%05d(&child, spins, stage_total));\n", n - 1
    printf "        stage_total.wrapping_add(fold(&child, spins)).wrapping_add(%d)\n", n
    print  "    }"
  }
  print "}"
  print "use request_processing_pipeline::{self as pipeline, Request};"
  print "fn request<const COUNT: usize>(seed: i64) -> Request<COUNT> {"
  print "    Request { words: core::array::from_fn(|i| seed.wrapping_add(i as i64)) }"
  print "}"
  print "#[unsafe(no_mangle)]"
  print "pub extern \"C\" fn service_000_entry(chosen: usize, spins: i64, total: i64) -> i64 {"
  count = 0
  for (n = chain - 1; n < functions; n += chain) count++
  printf "    match chosen %% %d {\n", count
  at = 0
  for (n = chain - 1; n < functions; n += chain) {
    label = at < count - 1 ? at : "_"
    printf "        %s => pipeline::handle_request_stage_%05d(&request::<%d>(total), spins, total),\n", label, n, n % 7 + 2
    at++
  }
  print "    }"
  print "}"
}
