# Writes the program: threads that call a pseudo-random chain of a pseudo-random package, for ever.
BEGIN {
  print "package main\n"
  print "import (\n\t\"os\"\n\t\"strconv\"\n"
  for (unit = 0; unit < units; unit++) printf "\t\"bigtarget/service_%03d\"\n", unit
  print ")\n"
  print "var units = []func(chosen uint32, spins, total int64) int64{"
  for (unit = 0; unit < units; unit++) {
    printf "\tfunc(chosen uint32, spins, total int64) int64 {\n"
    printf "\t\trequest := service_%03d.Request{Words: [9]int64{1, 2, 3, 4, 5, 6, 7, 8, total}}\n", unit
    printf "\t\treturn service_%03d.Entries[chosen%%uint32(len(service_%03d.Entries))](&request, spins, total)\n\t},\n", unit, unit
  }
  print "}\n"
  print "func next(seed *uint32) uint32 {\n\t*seed = *seed*1103515245 + 12345\n\treturn *seed >> 8\n}\n"
  print "func runWorker(seed uint32, spins int64) {\n\tvar total int64\n\tfor {"
  print "\t\tunit := units[next(&seed)%uint32(len(units))]"
  print "\t\ttotal = unit(next(&seed), spins, total)\n\t}\n}\n"
  print "func given(index int, otherwise int64) int64 {"
  print "\tif len(os.Args) > index {\n\t\tif value, err := strconv.ParseInt(os.Args[index], 10, 64); err == nil {\n\t\t\treturn value\n\t\t}\n\t}\n\treturn otherwise\n}\n"
  print "func main() {\n\tspins := given(2, 60)"
  print "\tfor thread := int64(1); thread < given(1, 2); thread++ {\n\t\tgo runWorker(uint32(thread*7919), spins)\n\t}"
  print "\trunWorker(1, spins)\n}"
}
