/**
 * Prints a digest of each function that verdicts are made of, over many arguments: a stored comparison would meet a
 * last bit that differs only by chance. Argument: the module of the special functions, as it is built.
 */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type * as Special from '../../profiler/witness/judge/statistics/special-functions.ts';

const count = 20_000;

/** The same on every machine: whole numbers alone make it. */
function makeArguments(): Float64Array {
  let state = 0x2545f491;
  return Float64Array.from({ length: count }, (_, at) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const part = (state >>> 0) / 2 ** 32;
    // Near one, where logarithms are most delicate; within a few units; and over many orders.
    return [1 + part / 1000, part * 20, part * 2 ** ((at % 60) - 20)][at % 3] ?? part;
  });
}

const special = (await import(pathToFileURL(process.argv[2] ?? '').href)) as typeof Special;
const functions: Readonly<Record<string, (x: number, at: number) => number>> = {
  exp: (x) => special.exp(x % 40),
  ln: (x) => special.ln(x),
  log1p: (x) => special.log1p(x),
  digamma: (x) => special.digamma(x),
  trigamma: (x) => special.trigamma(x),
  betaln: (x, at) => special.betaln(x, 1 + (at % 50)),
  studentCdf: (x, at) => special.studentCdf(x % 12, 2 + (at % 30)),
  power: (x, at) => (x % 1) ** (at % 50),
  powerOfTwo: (x) => 2 ** (x % 64),
};
const values = makeArguments();
for (const [name, of] of Object.entries(functions)) {
  const digest = createHash('sha256').update(new Uint8Array(values.map(of).buffer));
  process.stdout.write(`${name} ${digest.digest('hex')}\n`);
}
