/**
 * What is said of each key of an axis, as columns: a report has a hundred thousand keys, and most of them are counted by
 * their state alone. The verdict on a key is made when somebody reads it.
 */
import { ln, studentCdf, studentQuantile } from './special-functions.ts';

export const rateStates = ['changed', 'no_change', 'undecided', 'too_rare'] as const;
export type RateState = (typeof rateStates)[number];

export interface RateVerdict {
  readonly state: RateState;
  /** Natural logarithms of after over before; undefined where too few events were counted. */
  readonly perSecond?: Effect | undefined;
  readonly perWork?: Effect | undefined;
  /** Two-sided, of a difference beyond the least effect at every elasticity to the load. */
  readonly p?: number | undefined;
  /** Degrees of freedom behind the intervals. */
  readonly degrees?: number | undefined;
  /** Natural logarithm of the smallest change that four of five comparisons like this would have found. */
  readonly detectable?: number | undefined;
  /** Of a change that the few figures of a family showed: so many to one against chance, over all of them. */
  readonly odds?: number | undefined;
}

export interface Effect {
  readonly change: number;
  /** 95 % interval of this key alone. */
  readonly low: number;
  readonly high: number;
}

/** Differences up to this are never findings. */
export const leastEffect = ln(1.1);
/** Below this, a change is small enough to be called none. */
export const noChangeBelow = ln(1.25);

/** Of the keys that were tested; `perSecond` to `degrees` as `Contrasts` and `Certainties` have them. */
interface TestedColumns {
  /** Place of each in the axis. */
  readonly key: Uint32Array;
  readonly perSecond: Float64Array;
  readonly perWork: Float64Array;
  readonly sure: Float64Array;
  readonly largest: Float64Array;
  readonly error: Float64Array;
  readonly degrees: Float64Array;
}

interface Found {
  /** Among the tested keys. */
  readonly found: ReadonlySet<number>;
  readonly odds: ReadonlyMap<number, number>;
  /** At which a single key of the axis is tested when no other one changed. */
  readonly level: number;
}

/** What else the verdicts of an axis are made of. */
interface Facts extends Pick<Found, 'odds' | 'level'> {
  /** As `criticalValue`. */
  readonly critical: typeof criticalValue;
  /** Others in place of those of some keys. */
  readonly replaced: ReadonlyMap<number, RateVerdict>;
}

const untested = -1;
const [changed, noChange, undecided, tooRare] = [0, 1, 2, 3];

export class RateVerdicts {
  /** Index into `rateStates` of each key. */
  readonly #states: Uint8Array;
  readonly #tested: TestedColumns;
  /** Of each key its place among the tested ones. */
  readonly #places: Int32Array;
  readonly #facts: Facts;

  private constructor(states: Uint8Array, tested: TestedColumns, places: Int32Array, facts: Facts) {
    this.#states = states;
    this.#tested = tested;
    this.#places = places;
    this.#facts = facts;
  }

  /** `size`: keys of the axis. */
  static of(size: number, tested: TestedColumns, { found, odds, level }: Found): RateVerdicts {
    const [states, places] = [new Uint8Array(size).fill(tooRare), new Int32Array(size).fill(untested)];
    const { key, largest, error, degrees } = tested;
    const critical = rememberCriticalValues();
    for (let place = 0; place < key.length; place += 1) {
      const at = key[place] ?? 0;
      const most = largest[place] ?? 0;
      const isChanged = found.has(place) || odds.has(place);
      const isSmall =
        most < noChangeBelow && most + critical(0.05, degrees[place] ?? 0) * (error[place] ?? 0) < noChangeBelow;
      const stateUnchanged = isSmall ? noChange : undecided;
      places[at] = place;
      states[at] = isChanged ? changed : stateUnchanged;
    }
    return new RateVerdicts(states, tested, places, { odds, level, critical, replaced: new Map() });
  }

  get size(): number {
    return this.#states.length;
  }

  stateAt(at: number): RateState {
    return rateStates[this.#states[at] ?? tooRare] ?? 'too_rare';
  }

  /** Whether it had events enough: without them its verdict has no figures. */
  isTested(at: number): boolean {
    return (this.#places[at] ?? untested) !== untested;
  }

  at(at: number): RateVerdict {
    const [replaced, place, state] = [this.#facts.replaced.get(at), this.#places[at] ?? untested, this.stateAt(at)];
    if (replaced !== undefined || place === untested) return replaced ?? { state };
    const { perSecond, perWork, sure, error: errors, degrees: all } = this.#tested;
    const { critical } = this.#facts;
    const [error, degrees, work] = [errors[place] ?? 0, all[place] ?? 0, perWork[place] ?? Number.NaN];
    const half = critical(0.025, degrees) * error;
    const effect = (change: number): Effect => ({ change, low: change - half, high: change + half });
    const odds = this.#facts.odds.get(place);
    return {
      state,
      perSecond: effect(perSecond[place] ?? 0),
      perWork: Number.isNaN(work) ? undefined : effect(work),
      p: beyondLeastEffect(sure[place] ?? 0, error, degrees),
      degrees,
      detectable: this.detectableAt(at),
      ...(odds !== undefined && { odds }),
    };
  }

  /** As of its verdict. */
  detectableAt(at: number): number | undefined {
    const [replaced, place] = [this.#facts.replaced.get(at), this.#places[at] ?? untested];
    if (replaced !== undefined || place === untested) return replaced?.detectable;
    const [error, degrees] = [this.#tested.error[place] ?? 0, this.#tested.degrees[place] ?? 0];
    const { critical, level } = this.#facts;
    return leastEffect + (critical(level / 2, degrees) + critical(0.2, degrees)) * error;
  }

  /** None of them is said for each unit of work. */
  withoutWork(): RateVerdicts {
    const perWork = new Float64Array(this.#tested.perWork.length).fill(Number.NaN);
    return new RateVerdicts(this.#states, { ...this.#tested, perWork }, this.#places, this.#facts);
  }

  /** Neither that something changed nor that nothing did. */
  withdraw(): RateVerdicts {
    const states = this.#states.map((state) => (state === tooRare ? tooRare : undecided));
    return new RateVerdicts(states, this.#tested, this.#places, this.#facts);
  }

  /** By place, others in place of those of some keys. */
  replace(verdicts: ReadonlyMap<number, RateVerdict>): RateVerdicts {
    const states = Uint8Array.from(this.#states);
    for (const [at, { state }] of verdicts) states[at] = rateStates.indexOf(state);
    return new RateVerdicts(states, this.#tested, this.#places, { ...this.#facts, replaced: verdicts });
  }
}

/** Two-sided p-value with the least effect inside the null hypothesis. */
export function beyondLeastEffect(effect: number, error: number, degrees: number): number {
  const size = Math.abs(effect);
  if (size <= leastEffect || degrees <= 0) return 1;
  return Math.min(
    1,
    upperTail((size - leastEffect) / error, degrees) + upperTail((size + leastEffect) / error, degrees),
  );
}

/** P(T ≥ x). Asked as the lower tail of −x, which keeps its digits where the tail is thin. */
export function upperTail(x: number, degrees: number): number {
  return studentCdf(-x, degrees);
}

/** The value that T exceeds with probability `tail`, for tails below one half. */
export function criticalValue(tail: number, degrees: number): number {
  return -studentQuantile(tail, degrees);
}

/** As `criticalValue`, for few different arguments asked again and again. */
function rememberCriticalValues(): typeof criticalValue {
  const known = new Map<number, Map<number, number>>();
  return (tail, degrees) => {
    const own = known.get(degrees) ?? new Map<number, number>();
    known.set(degrees, own);
    const value = own.get(tail) ?? criticalValue(tail, degrees);
    own.set(tail, value);
    return value;
  };
}
