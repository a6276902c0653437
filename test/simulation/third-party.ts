/**
 * The system that an Agent writes to, with everything that can happen to a request on its way: refused,
 * lost before or after it was done, done and never answered, refused in words. It counts what it did.
 */
import type { SeededRandom } from './tunnel/seeded-random.ts';
import type { VirtualTime } from './tunnel/virtual-time.ts';

export interface Exchange {
  readonly status: number;
  readonly body: string;
}

/** What became of one request that writes, as the system knows it. */
type Fate = 'on its way' | 'done' | 'refused' | 'lost';

interface Wish {
  readonly fates: Fate[];
  /** The Agent has learnt that nothing was done by any request so far. */
  isProved: boolean;
  id: string | undefined;
}

/** A failure of the network, with Node's code. */
export class LostExchange extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

interface CourseOf {
  readonly fate: Fate | 'done or lost';
  /** Without answer and code nothing ever comes back. */
  readonly answer?: Exchange;
  readonly code?: string;
}

/** What can happen to a request that writes. */
const courses = {
  answered: { fate: 'done', answer: { status: 201, body: '' } },
  unreachable: { fate: 'lost', code: 'ECONNREFUSED' },
  'cut before': { fate: 'lost', code: 'ECONNRESET' },
  'cut after': { fate: 'done', code: 'ECONNRESET' },
  refused: { fate: 'refused', answer: { status: 403, body: '' } },
  'refused in words': { fate: 'refused', answer: { status: 200, body: '{"ok":false}' } },
  failed: { fate: 'done or lost', answer: { status: 500, body: '' } },
  silent: { fate: 'done or lost' },
} as const satisfies Record<string, CourseOf>;
type Course = keyof typeof courses;

export class ThirdParty {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #fail: (what: string) => void;
  readonly #wishes = new Map<string, Wish>();
  #lastId = 0;
  /** Probability that something goes wrong with a request. */
  trouble = 0;

  constructor(time: VirtualTime, random: SeededRandom, fail: (what: string) => void) {
    this.#time = time;
    this.#random = random;
    this.#fail = fail;
  }

  /** How often it was done. */
  effectsOf(name: string): number {
    return this.#wishes.get(name)?.fates.filter((fate) => fate === 'done').length ?? 0;
  }

  idOf(name: string): string | undefined {
    return this.#wishes.get(name)?.id;
  }

  get sent(): number {
    let sent = 0;
    for (const { fates } of this.#wishes.values()) sent += fates.length;
    return sent;
  }

  look(): Promise<Exchange> {
    return this.#answer({ status: 200, body: '[]' });
  }

  /** May never settle. */
  write(name: string): Promise<Exchange> {
    const wish = this.#wishes.get(name) ?? { fates: [], isProved: true, id: undefined };
    this.#wishes.set(name, wish);
    if (!wish.isProved) this.#fail(`${name} was sent again though it may have been done`);
    wish.isProved = false;
    const at = wish.fates.push('on its way') - 1;
    const random = this.#random;
    if (!random.chance(this.trouble)) return this.#arrive(wish, at, 'answered');
    const kinds = Object.keys(courses) as Course[];
    return this.#arrive(wish, at, kinds[random.between(0, kinds.length - 1)] ?? 'silent');
  }

  /** The Agent has learnt it; a process that has crashed learns nothing. */
  prove(name: string): void {
    const wish = this.#wishes.get(name);
    if (wish !== undefined) wish.isProved = true;
  }

  async #arrive(wish: Wish, at: number, how: Course): Promise<Exchange> {
    await this.#pass(100);
    const { fate, answer, code }: CourseOf = courses[how];
    const became = fate === 'done or lost' ? this.#either('done', 'lost') : fate;
    wish.fates[at] = became;
    if (became === 'done') {
      this.#lastId += 1;
      wish.id = `t-${this.#lastId}`;
    }
    await this.#pass(100);
    if (code !== undefined) throw new LostExchange(code);
    if (answer === undefined) return new Promise(() => undefined);
    return how === 'answered' ? { ...answer, body: JSON.stringify({ id: wish.id }) } : answer;
  }

  #either<T>(one: T, other: T): T {
    return this.#random.chance(0.5) ? one : other;
  }

  async #answer(exchange: Exchange): Promise<Exchange> {
    await this.#pass(100);
    if (this.#random.chance(this.trouble / 2)) throw new LostExchange('ECONNRESET');
    return exchange;
  }

  #pass(mostMs: number): Promise<void> {
    return new Promise((resolve) => void this.#time.schedule(this.#random.between(1, mostMs), resolve));
  }
}
