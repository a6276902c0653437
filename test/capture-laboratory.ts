/** Captures taken one after another as Profilers would report them, and comparisons of them. */
import { Diff } from '../profiler/witness/diff/diff.ts';
import { encodeBundle } from '../profiler/witness/bundle/encode.ts';
import { FlameGraph } from '../profiler/witness/say/flame/flame-graph.ts';
import type { CollectorAxes } from '../profiler/witness/bundle/record/collector-record.ts';
import { ComparisonSummary, ComparisonTable } from '../src/control/api/comparison.ts';
import { CaptureDiff } from '../src/control/captures/capture-diff.ts';
import { CaptureQueue } from '../src/control/captures/capture-queue.ts';
import { ProfilerSettings } from '../src/control/settings/profiler-setting.ts';
import type { Store } from '../src/control/store/database.ts';
import { bundles } from './bundle-desk.ts';
import { makeBundle } from './made-bundle.ts';
import { makeRecord, opened } from './made-capture.ts';
import type { ManualClock } from './manual-clock.ts';

export interface Taken {
  readonly version: string;
  readonly kind?: 'head' | 'replicate';
  readonly namespace?: string | undefined;
  readonly file?: string | undefined;
  readonly instances?: readonly string[];
  readonly outcome?: 'pushed' | 'failed';
  readonly workload?: string;
  readonly recorded?: boolean;
  /** In the place of the usual ones. */
  readonly axes?: Partial<CollectorAxes>;
}

interface Measured extends Taken {
  readonly id: string;
  readonly kind: 'head' | 'replicate';
  /** Milliseconds. */
  readonly requestedAt: number;
}

/** From the request to the outcome. */
const takesMs = 90_000;

/** Takes one capture after another, an hour between them, as Profilers would report them. */
export class Laboratory {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly comparisons: CaptureDiff;
  readonly #queue: CaptureQueue;

  constructor(store: Store, clock: ManualClock) {
    this.#queue = new CaptureQueue(store, clock);
    this.comparisons = new CaptureDiff(store, bundles, { spacingMs: 0, clock });
    this.store = store;
    this.clock = clock;
  }

  static async open(store: Store, clock: ManualClock): Promise<Laboratory> {
    await new ProfilerSettings(store, clock).change('acme', true, { id: 'p', name: 'Olga' });
    return new Laboratory(store, clock);
  }

  async take(taken: Taken): Promise<string> {
    const { kind = 'head', instances = ['node-1'], outcome = 'pushed' } = taken;
    this.clock.advance(3_600_000 - takesMs);
    const requestedAt = this.clock.now();
    const id = await this.request(taken);
    this.clock.advance(takesMs);
    for (const instance of instances) await this.#queue.apply('acme', id, { trigger: 'taken', instance });
    for (const instance of instances) {
      const reason = { code: 'measured', text: 'It was measured.' };
      const report = { request_id: id, outcome, reason };
      const bundle = outcome === 'pushed' ? this.#bundle({ ...taken, kind, id, requestedAt }, instance) : undefined;
      await this.#queue.recordOutcome({ organization: 'acme', instance, report, bundle });
    }
    return id;
  }

  /** As many of a version, the first one of this kind and the others replicates. */
  async takeAll(
    version: string,
    axes: Partial<CollectorAxes>,
    count: number,
    kind: 'head' | 'replicate' = 'head',
  ): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      ids.push(await this.take({ version, kind: at === 0 ? kind : 'replicate', axes }));
    }
    return ids;
  }

  /** Leaves it in the queue. */
  async request({ version, kind = 'head', workload = 'app' }: Taken): Promise<string> {
    const body = { workload, version, env: 'prod', kind, duration_sec: 60, warmup_sec: 5 } as const;
    const answer = await this.#queue.enqueue('acme', body, { type: 'token', name: 'pipeline' });
    if (answer.answer !== 'queued') throw new Error('not queued');
    return answer.id;
  }

  async cancel(id: string): Promise<void> {
    await this.#queue.apply('acme', id, { trigger: 'cancelled', by: 'Olga' });
  }

  /** What is stored of all captures, as files would hold it. */
  async storedBundles(): Promise<readonly Uint8Array[]> {
    const rows = await this.store.db.selectFrom('bundles').select('bytes').orderBy('id').execute();
    return rows.map(({ bytes }) => bytes);
  }

  async diff(from?: string, to?: string): Promise<Diff> {
    return Diff.parse(JSON.parse(await this.comparisons.read('acme', { workload: 'app', env: 'prod', from, to })));
  }

  async summary(from?: string, to?: string): Promise<ComparisonSummary> {
    const query = { workload: 'app', env: 'prod', from, to };
    return ComparisonSummary.parse(JSON.parse(await this.comparisons.readSummary('acme', query)));
  }

  async table(axis: string, comparison?: string): Promise<ComparisonTable> {
    const query = { workload: 'app', env: 'prod', axis, comparison };
    return ComparisonTable.parse(JSON.parse(await this.comparisons.readTable('acme', query)));
  }

  async flame(from?: string, to?: string): Promise<FlameGraph> {
    return FlameGraph.parse(
      JSON.parse(await this.comparisons.readFlame('acme', { workload: 'app', env: 'prod', from, to })),
    );
  }

  #bundle(taken: Measured, instance: string) {
    const { id: request_id, version, kind, namespace, file, recorded = false } = taken;
    const record = makeRecord();
    const files = { opens: [opened('/etc/app.conf', 600), ...(file === undefined ? [] : [opened(file)])], cut: 0 };
    const requested_at = new Date(taken.requestedAt).toISOString();
    const made = makeBundle(
      { axes: { ...record.axes, files, ...taken.axes }, window: { ...record.window, start_wall: requested_at } },
      { request_id, version, env: 'prod', kind, requested_at },
    );
    const target = { ...made.target, ...(namespace !== undefined && { namespace }) };
    return { ...encodeBundle({ ...made, instance, target }), recorded, namespace };
  }
}
