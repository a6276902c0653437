/** What is planted into the C server, one change each. */

const rounds = 100_000;

export interface Variant {
  readonly name: string;
  /** Of the compiler. */
  readonly flags: readonly string[];
  /** The server's own switch. */
  readonly change?: string;
  /** Times the usual load. */
  readonly load?: number;
  /** An axis that nobody measures unasked, and without which the change is not seen. */
  readonly axis?: 'allocations';
  /** A probe whose numbers are taken out of the record. */
  readonly lostProbe?: string;
  /** False where a comparison must not call anything changed. */
  readonly isChange: boolean;
}

const plain = [`-DROUNDS=${rounds}`];

export const unchanged: Variant = { name: 'unchanged', flags: plain, isChange: false };

const slower = (times: number): Variant => ({
  name: `loop-x${times}`,
  flags: [`-DROUNDS=${Math.round(rounds * times)}`],
  isChange: true,
});
const switched = (change: string): Variant => ({ name: change, flags: plain, change, isChange: true });

export const variants: readonly Variant[] = [
  ...[1.1, 1.25, 1.5, 2, 3].map(slower),
  ...['extra-call', 'extra-file', 'no-audit', 'long-lock'].map(switched),
  { ...switched('more-memory'), axis: 'allocations' },
  { name: 'renamed', flags: [...plain, '-DRENAMED'], isChange: false },
  { name: 'inlined', flags: [...plain, '-DINLINED'], isChange: false },
  { name: 'load-x2', flags: plain, load: 2, isChange: false },
  { name: 'probe-lost', flags: plain, lostProbe: 'cpu_samples', isChange: false },
];
