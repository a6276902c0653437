# Writes one package: chains of 12 functions that call each other, with several lines each for the line table.
BEGIN {
  chain = 12
  printf "package service_%03d\n\n", unit
  print "type Request struct{ Words [9]int64 }"
  print ""
  print "func (request *Request) fold(seed int64) int64 {"
  print "\tfor _, word := range request.Words {"
  print "\t\tseed += word ^ (seed >> 3)"
  print "\t}"
  print "\treturn seed"
  print "}"
  for (n = 0; n < functions; n++) {
    printf "\n//go:noinline\nfunc HandleRequestProcessingPipelineStage_%05d(request *Request, spins, total int64) int64 {\n", n
    printf "\tstageTotal := total + %d\n", n * 7919 % 100003
    print  "\tvar child Request"
    printf "\tfor i := range child.Words {\n"
    printf "\t\tchild.Words[i] = request.Words[i%%%d]*%d + int64(i)\n", n % 7 + 2, n % 97 + 3
    print  "\t}"
    print  "\tfor spin := int64(0); spin < spins; spin++ {"
    printf "\t\tstageTotal ^= (stageTotal << %d) + spin\n", n % 13 + 1
    printf "\t\tif stageTotal&%d != 0 {\n", 2 ^ (n % 11)
    print  "\t\t\tstageTotal += request.fold(spin)"
    print  "\t\t}"
    print  "\t}"
    if (n % chain) printf "\tstageTotal += HandleRequestProcessingPipelineStage_%05d(&child, spins, stageTotal)\n", n - 1
    printf "\treturn stageTotal + child.fold(spins) + %d\n}\n", n
  }
  print "\nvar Entries = []func(*Request, int64, int64) int64{"
  for (n = chain - 1; n < functions; n += chain) printf "\tHandleRequestProcessingPipelineStage_%05d,\n", n
  print "}"
}
