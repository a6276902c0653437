/** How durations are sorted into bins, known by how many bins there are. */

export interface DurationScale {
  /** Nanoseconds at which each bin begins; the last bin is open. */
  readonly from: readonly number[];
  /** Logarithm to the base of two of the middle of each bin, and how wide a bin is by that measure. */
  readonly middle: readonly number[];
  readonly width: readonly number[];
}

/** Steps to a power of two of microseconds, where the answers to questions are timed. */
const steps = 16;
export const answerBins = 27 * steps;

/** Where a bin of answers begins, in microseconds. */
function answerBegins(bin: number): number {
  const power = Math.floor(bin / steps);
  return power === 0 ? bin : (steps + (bin % steps)) * 2 ** (power - 1);
}

/**
 * Logarithms to the base of two of 16 to 31 sixteenths. Written out, because the functions of two machines may differ in
 * the last bit.
 */
const logsOfSixteenths = [
  0.0, 0.0874628412503394, 0.16992500144231237, 0.2479275134435855, 0.32192809488736235, 0.3923174227787603,
  0.45943161863729726, 0.5235619560570128, 0.5849625007211562, 0.6438561897747247, 0.7004397181410922,
  0.7548875021634686, 0.8073549220576041, 0.8579809951275721, 0.9068905956085185, 0.9541963103868752,
];
const logOfThousand = 9.965784284662087;

/** Of a number of microseconds where a bin begins, as nanoseconds. */
function logOf(microseconds: number): number {
  const power = 31 - Math.clz32(microseconds);
  return power + (logsOfSixteenths[(microseconds / 2 ** power - 1) * steps] ?? 0) + logOfThousand;
}

function answerScale(): DurationScale {
  const begins = Array.from({ length: answerBins }, (_, bin) => answerBegins(bin));
  // What took less than a microsecond is as if it had taken half of one.
  const logs = [logOfThousand - 1, ...begins.slice(1).map(logOf)];
  const ends = [...logs.slice(1), 30 + logOfThousand];
  return {
    from: begins.map((microseconds) => microseconds * 1000),
    middle: ends.map((end, bin) => (end + (logs[bin] ?? end)) / 2),
    width: ends.map((end, bin) => end - (logs[bin] ?? end)),
  };
}

const answers = answerScale();
const mostPowers = 64;
const powersFrom = Array.from({ length: mostPowers }, (_, bin) => (bin === 0 ? 0 : 2 ** bin));
/** The first bin holds one nanosecond and none. */
const powers: DurationScale = {
  from: powersFrom,
  middle: powersFrom.map((_, bin) => bin + 0.5),
  width: powersFrom.map(() => 1),
};

/** Of a histogram with that many bins: those of answers, else powers of two of nanoseconds. */
export function durationScale(bins: number): DurationScale {
  return bins === answerBins ? answers : powers;
}

/** The bin of answers that begins there, in microseconds; undefined where none does. */
export function binOfAnswer(microseconds: number): number | undefined {
  return binsByBeginning.get(microseconds);
}

const binsByBeginning = new Map(answers.from.map((from, bin) => [from / 1000, bin]));
