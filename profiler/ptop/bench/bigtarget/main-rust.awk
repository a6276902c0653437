# Writes the program: threads that call a pseudo-random chain of a pseudo-random unit, for ever.
BEGIN {
  print "type Entry = extern \"C\" fn(usize, i64, i64) -> i64;"
  print "unsafe extern \"C\" {"
  for (unit = 0; unit < units; unit++) printf "    safe fn service_%03d_entry(chosen: usize, spins: i64, total: i64) -> i64;\n", unit
  print "}"
  printf "static UNITS: [Entry; %d] = [\n", units
  for (unit = 0; unit < units; unit++) printf "    service_%03d_entry,\n", unit
  print "];"
  print "fn next(seed: &mut u32) -> usize {"
  print "    *seed = seed.wrapping_mul(1103515245).wrapping_add(12345);"
  print "    (*seed >> 8) as usize"
  print "}"
  print "#[inline(never)]"
  print "fn run_worker(mut seed: u32, spins: i64) {"
  print "    let mut total = 0;"
  print "    loop {"
  print "        let unit = UNITS[next(&mut seed) % UNITS.len()];"
  print "        total = unit(next(&mut seed), spins, total);"
  print "    }"
  print "}"
  print "fn main() {"
  print "    let given: Vec<i64> = std::env::args().skip(1).filter_map(|one| one.parse().ok()).collect();"
  print "    let (threads, spins) = (given.first().copied().unwrap_or(2), given.get(1).copied().unwrap_or(60));"
  print "    for thread in 1..threads {"
  print "        std::thread::spawn(move || run_worker(thread as u32 * 7919, spins));"
  print "    }"
  print "    run_worker(1, spins);"
  print "}"
}
