// Most of what it does is in no function of its own.
'use strict';

let sum = 0;
const until = Date.now() + 60_000;
while (Date.now() < until) {
  for (let n = 0; n < 50_000; n += 1) {
    sum += n % 7;
  }
  const sums = [1, 2, 3].map((n) => {
    let own = 0;
    for (let turn = 1; turn < 20_000; turn += 1) {
      own += n % turn;
    }
    return own;
  });
  sum += sums.length;
}
process.exitCode = sum === 1 ? 1 : 0;
