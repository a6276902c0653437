/**
 * A caller that writes through the control plane: it asks for one write under one idempotency key, asks again under the
 * same key when the answer was lost, and compares each answer with what the third party knows.
 */
import { ApiProblem } from '../../src/control/problem/api-problem.ts';
import type { SeededRandom } from './tunnel/seeded-random.ts';
import type { VirtualTime } from './tunnel/virtual-time.ts';
import type { Control } from './control.ts';
import type { ThirdParty } from './third-party.ts';

export interface CallerWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly thirdParty: ThirdParty;
  readonly controls: readonly Control[];
  readonly fail: (what: string) => void;
  readonly note: (what: string) => void;
}

/** What a try came to; `id` when the write was done. */
interface End {
  readonly code: string;
  readonly id?: string;
}

const mostTries = 4;
/** Faults that say that nothing was written, and by whom that was proved. */
const notDone = new Set(['permission_missing', 'not_found_or_hidden', 'upstream_down']);
/** Nothing is said about the write, and people are advised to ask again under the same key. */
const unclear = new Set([
  'agent_lost',
  'agent_timeout',
  'agent_failed',
  'no_live_agent',
  'no_control_plane',
  'control_plane_died',
  'not_recorded',
  'refused',
  'outcome_unknown',
  'store_failed',
]);

export class Caller {
  readonly #world: CallerWorld;
  /** Ends of all tries. */
  readonly ends = new Map<string, number>();
  asked = 0;
  finished = 0;

  constructor(world: CallerWorld) {
    this.#world = world;
  }

  async write(): Promise<void> {
    const { time, random } = this.#world;
    this.asked += 1;
    const name = `thing-${this.asked}`;
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      const end = await this.#ask(`${name}.${attempt}`, { name, idempotencyKey: `key-of-${name}` });
      this.#judge(name, end);
      if (!unclear.has(end.code) && end.code !== 'upstream_down') break;
      await new Promise<void>((resolve) => void time.schedule(random.between(100, 3_000), resolve));
    }
    this.finished += 1;
  }

  async #ask(requestId: string, args: object): Promise<End> {
    const { random, controls } = this.#world;
    const open = controls.filter(({ isOpen }) => isOpen);
    const control = open[random.between(0, open.length - 1)];
    if (control === undefined) return { code: 'no_control_plane' };
    try {
      const answered = await control.ask(requestId, args);
      if (answered === 'died') return { code: 'control_plane_died' };
      if (answered.outcome !== 'ok') return { code: answered.outcome };
      const { result } = JSON.parse(answered.body.toString()) as { result: { data: { id: string } } };
      return { code: 'ok', id: result.data.id };
    } catch (error) {
      if (error instanceof ApiProblem) return { code: error.code };
      return { code: error instanceof Error && error.message === 'the store failed' ? 'store_failed' : String(error) };
    }
  }

  #judge(name: string, { code, id }: End): void {
    const { thirdParty, fail, note } = this.#world;
    note(`${name}: ${code}`);
    this.ends.set(code, (this.ends.get(code) ?? 0) + 1);
    const effects = thirdParty.effectsOf(name);
    if (code === 'ok') {
      if (effects !== 1) fail(`${name} was answered and was done ${effects} times`);
      if (id !== thirdParty.idOf(name)) fail(`${name} was answered with ${id}, which is not what was done`);
    } else if (notDone.has(code)) {
      if (effects > 0) fail(`${name} was said to be not done (${code}) and was done`);
    } else if (!unclear.has(code)) fail(`${name} ended as ${code}`);
  }
}
