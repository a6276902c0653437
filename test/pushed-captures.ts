/** A control plane in a process of its own, with captures that were pushed as a Profiler's report would end them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bundle } from '../profiler/witness/bundle/record/bundle.ts';
import { decodeBundle, encodeBundle } from '../profiler/witness/bundle/encode.ts';
import {
  CaptureAccepted,
  CaptureList,
  CaptureRecord,
  type Marker,
  MarkerList,
  ProfilerSetting,
  TokenCreated,
} from '../src/control/api/api.ts';
import { ControlApi } from '../src/control/api/api-client.ts';
import { CaptureQueue } from '../src/control/captures/capture-queue.ts';
import type { Outcome } from '../src/control/captures/settle.ts';
import { openStore, type Store } from '../src/control/store/database.ts';
import { AccessTokens } from '../src/control/tokens/access-tokens.ts';
import { systemClock } from '../src/core/clock.ts';
import { ControlProcess } from './control-process.ts';

/** Real captures of the demo's workload, from its recording: three of 1.0.0, then one of 2.0.0. */
export async function readRecorded(name: 1 | 2 | 3 | 4): Promise<Bundle> {
  return decodeBundle(await readFile(path.resolve(import.meta.dirname, `captures-v1/${name}.json.gz`))).bundle;
}

interface Requested {
  readonly workload: string;
  readonly version: string;
  readonly kind?: 'head' | 'replicate';
  readonly env?: string;
}

export class PushedCaptures {
  readonly control: ControlProcess;
  /** For command lines and scripts of a pipeline. */
  readonly env: Readonly<Record<'FAROL_URL' | 'FAROL_CA_FILE' | 'FAROL_CAPTURE_TOKEN' | 'FAROL_READ_TOKEN', string>>;
  readonly folder: string;
  readonly #store: Store;
  readonly #pipeline: ControlApi;
  readonly #reader: ControlApi;

  private constructor(
    control: ControlProcess,
    store: Store,
    { folder, capture, read }: { folder: string; capture: string; read: string },
  ) {
    this.control = control;
    this.folder = folder;
    this.#store = store;
    this.env = {
      FAROL_URL: control.app,
      FAROL_CA_FILE: path.join(folder, 'tls', 'ca.pem'),
      FAROL_CAPTURE_TOKEN: capture,
      FAROL_READ_TOKEN: read,
    };
    this.#pipeline = new ControlApi(control.app, control.caPem);
    this.#pipeline.useToken(capture);
    this.#reader = new ControlApi(control.app, control.caPem);
    this.#reader.useToken(read);
  }

  static async start(): Promise<PushedCaptures> {
    const folder = await mkdtemp(path.join(tmpdir(), 'farol-pushed-'));
    const control = await ControlProcess.prepare(folder);
    const link = await control.start();
    const owner = new ControlApi(control.app, control.caPem);
    await owner.signIn(link);
    await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
    const mint = async (kind: string): Promise<string> =>
      (await owner.call({ method: 'POST', path: '/api/tokens', body: { kind, name: kind } }, TokenCreated)).value;
    const tokens = { capture: await mint('capture'), read: await mint('read') };
    owner.close();
    const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
    return new PushedCaptures(control, store, { folder, ...tokens });
  }

  /** A token that records deploys and incidents. */
  async incidentToken(scopes: readonly string[] = []): Promise<string> {
    const { id } = await this.#store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
    const token = { organization: id, kind: 'incident', name: 'deploys', createdBy: 'test', scopes } as const;
    const tokens = new AccessTokens(this.#store.db, systemClock);
    return (await tokens.create({ ...token, expiresInHours: undefined })).value.reveal();
  }

  async markers(): Promise<Marker[]> {
    return (await this.#reader.call({ method: 'GET', path: '/api/markers' }, MarkerList)).markers;
  }

  async request(body: Requested): Promise<string> {
    const call = { method: 'POST', path: '/api/profiling/captures', body } as const;
    return (await this.#pipeline.call(call, CaptureAccepted)).request_id;
  }

  /** Ids of what waits for a Profiler, newest first. */
  async queued(): Promise<string[]> {
    const call = { method: 'GET', path: '/api/profiling/captures?status=queued' } as const;
    return (await this.#reader.call(call, CaptureList)).captures.map(({ request_id: id }) => id);
  }

  show(requestId: string): Promise<CaptureRecord> {
    return this.#reader.call({ method: 'GET', path: `/api/profiling/captures/${requestId}` }, CaptureRecord);
  }

  /**
   * Queues a capture and pushes this measurement of it, as if requested and measured at that time (milliseconds).
   * Returns the request and what was stored.
   */
  async push(measured: Bundle, request: Requested, at?: number): Promise<{ requestId: string; bundle: Bundle }> {
    const requestId = await this.request(request);
    if (at === undefined) return { requestId, bundle: await this.pushFor(requestId, measured) };
    const times = { requested_at: at, running_since: at };
    await this.#store.db.updateTable('capture_requests').set(times).where('id', '=', requestId).execute();
    const window = { ...measured.window, start_wall: new Date(at).toISOString() };
    return { requestId, bundle: await this.pushFor(requestId, { ...measured, window }) };
  }

  /** Pushes this measurement for a request that somebody queued. */
  async pushFor(requestId: string, measured: Bundle): Promise<Bundle> {
    const { workload, version, env, kind, requested_at } = await this.show(requestId);
    const request = { ...measured.request, request_id: requestId, workload, version, env, kind, requested_at };
    const bundle = { ...measured, instance: 'node-1', request };
    const { id, bytes } = encodeBundle(bundle);
    await this.end(requestId, 'pushed', { id, bytes, recorded: false, namespace: undefined });
    return bundle;
  }

  async end(
    requestId: string,
    outcome: Outcome,
    bundle?: { id: string; bytes: Buffer; recorded: boolean; namespace: undefined },
  ): Promise<void> {
    const { id: organization } = await this.#store.db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    await new CaptureQueue(this.#store, systemClock).recordOutcome({
      organization,
      instance: 'node-1',
      report: { request_id: requestId, outcome, reason: { code: 'made_up', text: 'Because of the test.' } },
      bundle,
    });
  }

  async close(): Promise<void> {
    this.#pipeline.close();
    this.#reader.close();
    await this.#store.close();
    await this.control.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
