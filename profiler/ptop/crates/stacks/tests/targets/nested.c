/* Functions inside functions, a language extension: their entries are inside another function's, their code is not. */
#include <unistd.h>

__attribute__((noinline)) static long apply(long (*function)(long), long count) {
  long total = 0;
  for (long number = 0; number < count; number++) total += function(number);
  return total;
}

__attribute__((noinline)) static long outer(long base) {
  __attribute__((noinline)) long inner(long number) {
    __attribute__((noinline)) long innermost(long other) { return other * base + number; }
    return apply(innermost, number & 7) + number * base;
  }
  return apply(inner, base);
}

int main(int count, char **arguments) {
  (void)arguments;
  for (;;) {
    if (outer(count + 3) == 1) return 1;
    pause();
  }
}
