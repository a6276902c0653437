/**
 * What the start page says of each process and environment: how its latest two versions compare, and what its last
 * versions cost. Comparing takes up to half a second of a worker's time, so answers are remembered until a capture of
 * the target ends or is removed, and are made one after another: a person who opens a comparison waits for one of them.
 */
import type { Clock } from '../../core/clock.ts';
import type { ProfilingVerdicts } from '../api/api.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Store } from '../store/database.ts';
import type { CaptureDiff } from './capture-diff.ts';
import { Headline } from '../api/headline.ts';
import { KeptAnswers } from './kept-answers.ts';
import { type Target, VersionCosts } from './version-costs.ts';

/** Processes and environments that are answered for, the newest ones. */
const mostTargets = 50;
/** About two kilobytes each. */
const mostKept = 2000;
/** After a failure, and while an outcome is awaited, nobody compares again before this has passed. */
const pauseMs = 60_000;

type Answer = ProfilingVerdicts['targets'][number];

interface Marked extends Target {
  /** Another one once a capture of the target has ended or was removed. */
  readonly mark: string;
}

interface Kept {
  readonly mark: string;
  readonly answer: Omit<Answer, 'workload' | 'env'>;
  /** Milliseconds; later the answer may be another one although no capture was added. */
  readonly until: number;
}

export interface VerdictDeps {
  readonly store: Store;
  readonly bundles: BundleDesk;
  readonly diff: Pick<CaptureDiff, 'read'>;
  readonly clock: Clock;
  readonly onError: (error: unknown, target: Target) => void;
}

export class TargetVerdicts {
  readonly #deps: VerdictDeps;
  readonly #costs: VersionCosts;
  readonly #kept = new KeptAnswers<Kept>(mostKept);
  /** By key; the one that is being made is among them. */
  readonly #waiting = new Map<string, { readonly organization: string; readonly target: Marked }>();
  #isWorking = false;
  #isClosed = false;

  constructor(deps: VerdictDeps) {
    this.#deps = deps;
    this.#costs = new VersionCosts(deps.store, deps.bundles);
  }

  /** At once: what is not known yet is `pending`, and known soon after. */
  async read(organization: string): Promise<ProfilingVerdicts> {
    const now = this.#deps.clock.now();
    const targets = (await this.#listTargets(organization)).map((target): Answer => {
      const { workload, env, mark } = target;
      const key = JSON.stringify([organization, workload, env]);
      const kept = this.#kept.get(key);
      if (kept?.mark === mark && now < kept.until) return { workload, env, ...kept.answer };
      this.#waiting.set(key, { organization, target });
      return { workload, env, state: 'pending' };
    });
    if (!this.#isWorking) void this.#work();
    return { targets };
  }

  /** What waits is not made any more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  async #listTargets(organization: string): Promise<readonly Marked[]> {
    const rows = await this.#deps.store.db
      .selectFrom('capture_requests')
      .select(({ fn }) => [
        'workload',
        'env',
        fn.countAll<number | string>().as('count'),
        fn.max('requested_at').as('requested'),
        fn.max('finished_at').as('finished'),
      ])
      .where('organization_id', '=', organization)
      .where('status', '!=', 'queued')
      .groupBy(['workload', 'env'])
      .orderBy('requested', 'desc')
      .orderBy('workload')
      .orderBy('env')
      .limit(mostTargets)
      .execute();
    return rows.map(({ workload, env, count, requested, finished }) => ({
      workload,
      env,
      mark: `${count} ${requested} ${finished}`,
    }));
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const [key, { organization, target }] = next;
      const kept = await this.#make(organization, target);
      if (kept !== undefined) this.#kept.set(key, kept);
      // Asked for again meanwhile, after another capture ended: that question waits on.
      if (this.#waiting.get(key)?.target.mark === target.mark) this.#waiting.delete(key);
    }
    this.#isWorking = false;
  }

  /** Undefined when it should be asked again. */
  async #make(organization: string, { mark, workload, env }: Marked): Promise<Kept | undefined> {
    const { clock, onError } = this.#deps;
    try {
      const headline = await this.#compare(organization, { workload, env });
      const cpu = await this.#costs.read(organization, { workload, env });
      const answer = {
        state: 'ready' as const,
        ...(headline !== undefined && { headline }),
        ...(cpu !== undefined && { cpu: { per: cpu.per, versions: [...cpu.versions] } }),
      };
      return { mark, answer, until: this.#lastsUntil(headline) };
    } catch (error) {
      if (this.#isClosed) return undefined;
      const isBusy = error instanceof ApiProblem && error.status === 429;
      if (isBusy) return undefined;
      if (!(error instanceof ApiProblem)) onError(error, { workload, env });
      return { mark, answer: { state: 'failed' }, until: clock.now() + pauseMs };
    }
  }

  /** Past its time, a window stays open while a capture from before is being measured: then the answer lasts a while. */
  #lastsUntil(headline: Headline | undefined): number {
    const openUntil = headline?.open_until;
    if (openUntil === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(Date.parse(openUntil), this.#deps.clock.now() + pauseMs);
  }

  /** Undefined while there are no two versions. */
  async #compare(organization: string, target: Target): Promise<Headline | undefined> {
    try {
      return Headline.parse(JSON.parse(await this.#deps.diff.read(organization, { ...target, format: 'headline' })));
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return undefined;
      throw error;
    }
  }
}
