/** The routes of the fake, each with the schema of what it takes and of what it answers. */
import type { z } from 'zod';
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import {
  CaptureAccepted,
  CapturedVersions,
  CaptureForm,
  CaptureList,
  CaptureOverview,
  CaptureProcesses,
  CaptureRecord,
  ComparisonSummary,
  ComparisonTable,
  Me,
  ProfilerEnable,
  ProfilerHistory,
  ProfilerSetting,
  ProfilingVerdicts,
  RecordedActs,
  SessionCreate,
  TokenCreate,
  TokenCreated,
  TokenList,
  TokenRotate,
} from '../../src/control/api/api.ts';
import { renderEnrolCommands } from '../../src/control/tokens/enrol-commands.ts';
import { announce, type FakeState, newId, type Session } from './fake-state.ts';
import { auditRoutes } from './audit-routes.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { describeMe, isEnabled, wayInRoutes } from './way-in-routes.ts';
import { flameRoutes } from './flame-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { listVersions, seedHeadlines } from './seed-headlines.ts';
import { markerRoutes } from './marker-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { Refusal } from './refusal.ts';
import { summaryOf, tableOf, withoutAnswer } from './diff-parts.ts';
import { type Asked, found, type Route } from './route.ts';
import { savedQuestionRoutes } from './saved-question-routes.ts';
import { seedDiff } from './seed-diff.ts';
import { seedOverview, seedProcesses } from './seed-overview.ts';
import { cancelCapture, removedCapture, removedId } from './ended-captures.ts';
import { seedRemoved } from './seed-captures.ts';
import { rotateToken } from './rotate-token.ts';

/** What a test types to make the form fail in a chosen way. */
export const sentinels = { limit: 'fail-limit', disabled: 'fail-disabled', garbled: 'fail-garbled', down: 'fail-down' };

const fieldLimits = { workload: { min: 1, max: 255 }, version: { min: 1, max: 128 }, env: { min: 0, max: 64 } };

export const routes: readonly Route[] = [
  ...wayInRoutes,
  {
    method: 'GET',
    path: '/api/me',
    role: 'member',
    answer: Me,
    run: ({ state, session }) => describeMe(state, session),
  },
  {
    method: 'POST',
    path: '/api/session',
    body: SessionCreate,
    answer: Me,
    run: ({ state, body }) => describeMe(state, signIn(state, SessionCreate.parse(body).token)),
  },
  {
    method: 'DELETE',
    path: '/api/session',
    role: 'member',
    run: ({ state, session }) => state.sessions.delete(session.id),
  },
  {
    method: 'POST',
    path: '/api/profiling/requests',
    role: 'member',
    body: CaptureForm,
    answer: CaptureAccepted,
    status: 202,
    run: requestCapture,
  },
  { method: 'GET', path: '/api/profiling/captures', role: 'member', answer: CaptureList, run: listCaptures },
  {
    method: 'GET',
    path: '/api/profiling/versions',
    role: 'member',
    answer: CapturedVersions,
    run: ({ state }) => listVersions(state.captures),
  },
  {
    method: 'GET',
    path: '/api/profiling/verdicts',
    role: 'member',
    answer: ProfilingVerdicts,
    run: ({ state }) => ({ targets: state.verdicts ?? seedHeadlines(state.captures) }),
  },
  {
    method: 'POST',
    path: '/api/profiling/captures/:id/replicates',
    role: 'member',
    answer: CaptureAccepted,
    status: 202,
    run: (asked) => {
      const head = found(asked.state.captures.find((one) => one.request_id === asked.params['id']));
      const { workload, version, env, duration_sec, warmup_sec } = head;
      return queue(asked, { workload, version, env, kind: 'replicate', duration_sec, warmup_sec });
    },
  },
  {
    method: 'GET',
    path: '/api/profiling/captures/:id',
    role: 'member',
    answer: CaptureRecord,
    run: ({ state, params }) => {
      if (params['id'] === sentinels.garbled) return { request_id: 7 };
      if (params['id'] === removedId) throw removedCapture();
      return found(state.captures.find((one) => one.request_id === params['id']));
    },
  },
  {
    method: 'POST',
    path: '/api/profiling/captures/:id/cancel',
    role: 'member',
    answer: CaptureRecord,
    run: ({ state, session, params }) =>
      cancelCapture(state, session, found(state.captures.find((one) => one.request_id === params['id']))),
  },
  {
    method: 'GET',
    path: '/api/profiling/captures/:id/overview',
    role: 'member',
    answer: CaptureOverview,
    run: ({ state, params, query }) => {
      const capture = found(state.captures.find((one) => one.request_id === params['id']));
      return found(seedOverview(capture, query.get('instance') ?? undefined));
    },
  },
  {
    method: 'GET',
    path: '/api/profiling/captures/:id/processes',
    role: 'member',
    answer: CaptureProcesses,
    run: ({ state, params, query }) => {
      const capture = found(state.captures.find((one) => one.request_id === params['id']));
      return found(seedProcesses(capture, query.get('instance') ?? undefined));
    },
  },
  {
    method: 'GET',
    path: '/api/profiling/diff/summary',
    role: 'member',
    answer: ComparisonSummary,
    run: (asked) => summaryOf(compareSeeded(asked)),
  },
  {
    method: 'GET',
    path: '/api/profiling/diff/table',
    role: 'member',
    answer: ComparisonTable,
    run: (asked) => found(tableOf(compareSeeded(asked), asked.query.get('axis'))),
  },
  ...fleetRoutes,
  {
    method: 'GET',
    path: '/api/tokens',
    role: 'admin',
    answer: TokenList,
    run: ({ state }) => ({ tokens: state.tokens }),
  },
  {
    method: 'POST',
    path: '/api/tokens',
    role: 'admin',
    body: TokenCreate,
    answer: TokenCreated,
    status: 201,
    run: createToken,
  },
  {
    method: 'POST',
    path: '/api/tokens/:id/rotate',
    role: 'admin',
    body: TokenRotate,
    answer: TokenCreated,
    status: 201,
    run: rotateToken,
  },
  {
    method: 'DELETE',
    path: '/api/tokens/:id',
    role: 'admin',
    run: ({ state, params }) => {
      found(state.tokens.find((one) => one.id === params['id']));
      state.tokens = state.tokens.map((one) =>
        one.id === params['id'] ? { ...one, revoked_at: new Date().toISOString() } : one,
      );
    },
  },
  {
    method: 'GET',
    path: '/api/acts',
    role: 'owner',
    answer: RecordedActs,
    run: ({ state, query }) => {
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit') ?? 100);
      return { acts: state.acts.slice(from, to), ...(to < state.acts.length && { next_cursor: String(to) }) };
    },
  },
  {
    method: 'GET',
    path: '/api/settings/profiler',
    role: 'member',
    answer: ProfilerSetting,
    run: ({ state }) => state.profilerChanges[0] ?? { enabled: false },
  },
  {
    method: 'GET',
    path: '/api/settings/profiler/history',
    role: 'member',
    answer: ProfilerHistory,
    run: ({ state }) => ({ changes: state.profilerChanges }),
  },
  {
    method: 'PUT',
    path: '/api/settings/profiler',
    role: 'admin',
    body: ProfilerEnable,
    answer: ProfilerSetting,
    run: ({ state, session, body }) => {
      const { enabled } = ProfilerEnable.parse(body);
      const change = { enabled, changed_by: session.person.name, changed_at: new Date().toISOString() };
      state.profilerChanges = [change, ...state.profilerChanges];
      return change;
    },
  },
  ...catalogRoutes,
  ...savedQuestionRoutes,
  ...auditRoutes,
  ...markerRoutes,
  ...flameRoutes,
  ...peopleRoutes,
];

function signIn(state: FakeState, secret: string): Session {
  const link = state.links.get(secret);
  if (link === undefined) throw new Refusal(401, 'link_invalid', 'This link is not valid.');
  if (link.state === 'used') throw new Refusal(401, 'link_used', 'This link has already been used.');
  if (link.state === 'withdrawn') throw new Refusal(401, 'link_withdrawn', 'This link was withdrawn.');
  if (link.state === 'expired') throw new Refusal(401, 'link_expired', 'This link has expired.');
  link.state = 'used';
  const person = found(state.people.people.find(({ role }) => role === link.role));
  const session = {
    id: newId('session'),
    csrf: newId('csrf'),
    person: { id: person.id, name: person.name, role: person.role },
  };
  state.sessions.set(session.id, session);
  return session;
}

function requestCapture(asked: Asked): unknown {
  const { state, body } = asked;
  const { workload, version, env = '' } = CaptureForm.parse(body);
  if (workload === sentinels.garbled) return { request_id: 1 };
  if (workload === sentinels.limit) {
    throw new Refusal(429, 'too_many_captures', 'An organization may queue 20 captures in an hour.', {
      retryAfterSec: 900,
    });
  }
  if (workload === sentinels.disabled || !isEnabled(state)) {
    throw new Refusal(403, 'profiler_disabled', 'The Profiler is not enabled for this organization.');
  }
  for (const [field, value] of Object.entries({ workload, version, env })) {
    const { min, max } = fieldLimits[field as keyof typeof fieldLimits];
    if (value.length < min || value.length > max) {
      throw new Refusal(400, 'invalid_body', `${field} must have ${min} to ${max} characters.`, { field });
    }
  }
  return queue(asked, { workload, version, env, kind: 'head', duration_sec: 60, warmup_sec: 5 });
}

type Wanted = Pick<CaptureRecord, 'workload' | 'version' | 'env' | 'kind' | 'duration_sec' | 'warmup_sec'>;

function queue({ state, session }: Asked, wanted: Wanted): CaptureAccepted {
  const { workload, version, env, kind } = wanted;
  const same = state.captures.find(
    (one) =>
      one.status === 'queued' &&
      one.kind === kind &&
      one.workload === workload &&
      one.version === version &&
      one.env === env,
  );
  if (same !== undefined) return { request_id: same.request_id, status: 'queued', deduped: true };
  const capture: CaptureRecord = {
    request_id: newId('cap'),
    ...wanted,
    requested_by: { type: 'person', name: session.person.name, id: session.person.id },
    requested_at: new Date().toISOString(),
    status: 'queued',
    progress: { step: 'waiting' },
    instances: [],
    recorded: false,
  };
  state.captures = [capture, ...state.captures];
  announce(state, { type: 'capture', request_id: capture.request_id });
  return { request_id: capture.request_id, status: 'queued', deduped: false };
}

function listCaptures({ state, query }: Asked): CaptureList {
  const limit = Number(query.get('limit') ?? 50);
  const start = Number(query.get('cursor') ?? 0);
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const wanted = { workload: given('workload'), env: given('env'), version: given('version'), status: given('status') };
  const instance = given('instance');
  const matching = state.captures.filter(
    (one) =>
      (instance === undefined || one.instances.some((of) => of.instance === instance)) &&
      (['workload', 'env', 'version', 'status'] as const).every(
        (name) => wanted[name] === undefined || one[name] === wanted[name],
      ),
  );
  const end = start + limit;
  return {
    captures: matching.slice(start, end),
    ...(end < matching.length && { next_cursor: String(end) }),
    hour: { left: 17, of: 20 },
    retention: {
      days: 400,
      gigabytes: 20,
      ...(state.captures.length > 0 && { removed_until: '2025-10-19T08:00:00.000Z' }),
    },
  };
}

function createToken({ state, session, body }: Asked): z.infer<typeof TokenCreated> {
  const { kind, name, class: instanceClass, expires_in_hours: hours, uses = 1, scopes } = TokenCreate.parse(body);
  const now = Date.now();
  const token = {
    id: newId('tok'),
    kind,
    name,
    ...(instanceClass !== undefined && { class: instanceClass }),
    ...(kind === 'bootstrap' && { uses_left: uses }),
    ...(scopes !== undefined && scopes.length > 0 && { scopes: scopes.toSorted() }),
    created_by: session.person.name,
    created_at: new Date(now).toISOString(),
    ...(hours !== undefined && { expires_at: new Date(now + hours * 3_600_000).toISOString() }),
  };
  state.tokens = [token, ...state.tokens];
  const prefix = { capture: 'rpcap', read: 'rapi', mcp: 'rmcp', incident: 'rinc', bootstrap: 'rboot' }[kind];
  const value = newId(prefix);
  const commands = renderEnrolCommands({
    class: instanceClass ?? 'agent',
    tenant: 'acme',
    enrollUrl: 'https://farol.example.com:8444/enroll',
    tunnelUrl: 'wss://farol.example.com:8443',
    caPem: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    version: '0.1.0',
    registry: 'registry.example.com/farol',
    token: value,
  });
  return { token, value, ...(kind === 'bootstrap' && { commands }) };
}

export function compareSeeded({ state, query }: Pick<Asked, 'state' | 'query'>): Diff {
  if (query.get('from') === seedRemoved.version) throw removedCapture();
  const ofTarget = state.captures.filter(
    (one) => one.workload === query.get('workload') && one.env === (query.get('env') ?? ''),
  );
  const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
  const diff = seedDiff(ofTarget, from, to, state.scenario);
  if (diff !== undefined) return state.isEarlier ? withoutAnswer(diff) : diff;
  throw new Refusal(
    404,
    'no_baseline',
    'No other version was captured before it, so there is nothing to compare it with.',
  );
}
