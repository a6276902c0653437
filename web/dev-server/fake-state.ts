/** Everything the fake control plane knows. One object, changed only by its routes and by tests. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  CaptureRecord,
  Fleet,
  LiveEvent,
  Marker,
  Me,
  People,
  ProfilerChange,
  ProfilingVerdicts,
  QuestionView,
  SavedQuestion,
  AuditEntry,
  RecordedAct,
  Role,
  TokenView,
  PasskeyView,
  SessionView,
} from '../../src/control/api/api.ts';
import type { FlameGraph } from '../../profiler/witness/say/flame/flame-graph.ts';
import { seedActs, seedAudit } from './seed-audit.ts';
import { type AskedQuestion, seedAnswer, seedConfigured, seedQuestions } from './seed-answers.ts';
import { seedCaptures } from './seed-captures.ts';
import { seedFleet } from './seed-fleet.ts';
import { seedMarkers } from './seed-markers.ts';
import type { Scenario } from './seed-verdicts.ts';

export interface Session {
  readonly id: string;
  readonly csrf: string;
  readonly person: Me['person'];
}

export interface FakeState {
  organization: Me['organization'];
  /** To which a session can be switched. */
  otherOrganizations: Me['organization'][];
  readonly sessions: Map<string, Session>;
  /** One-time links by their secret. */
  readonly links: Map<string, { readonly role: Role; state: 'fresh' | 'used' | 'expired' | 'withdrawn' }>;
  /** Newest first. */
  captures: z.infer<typeof CaptureRecord>[];
  fleet: z.infer<typeof Fleet>['instances'];
  expiries: z.infer<typeof Fleet>['expiries'];
  tokens: TokenView[];
  people: People;
  /** Newest first; the first one holds. */
  profilerChanges: ProfilerChange[];
  /** Newest first. */
  acts: RecordedAct[];
  /** Newest first. */
  audit: AuditEntry[];
  /** Origin of the fake, known once it listens. */
  address: string;
  /** False: as at an address of digits. */
  hasName: boolean;
  passkeys: PasskeyView[];
  /** As they are listed; `sessions` is what signs in. */
  openSessions: SessionView[];
  readonly watchers: Set<(event: LiveEvent) => void>;
  /** Requests or answers that broke the contract. A test that leaves one has failed. */
  readonly violations: string[];
  /** False makes `/api/events` answer 503, so that pages fall back to asking again. */
  isStreaming: boolean;
  /** Set, it is answered instead of the seeded flame graphs. */
  flame: FlameGraph | undefined;
  /** Set, they are answered instead of the seeded ones. */
  verdicts: ProfilingVerdicts['targets'] | undefined;
  /** How the seeded comparison is judged. */
  scenario: Scenario;
  /** Comparisons are those of earlier versions, which had no answer. */
  isEarlier: boolean;
  /** By connector: the live Agents that have it configured. */
  configured: Map<string, string[]>;
  /** Sources with names of their own, by connector. */
  named: Map<string, { source: string; about?: string; agents: string[] }[]>;
  /** Agents that have reported no health yet. */
  unreported: string[];
  /** What was asked of the Agents, oldest first. */
  readonly asked: AskedQuestion[];
  /** Answers a question; set by tests in the place of the seeded one. Throws what a refusal is. */
  answer: (question: AskedQuestion) => unknown;
  /** Newest first. */
  questions: QuestionView[];
  saved: SavedQuestion[];
  /** The one that began last comes first. */
  markers: Marker[];
  /** By instance: the bootstrap token that enrolled it. */
  readonly enrolledWith: Map<string, string>;
}

export const links = {
  owner: 'link-owner',
  admin: 'link-admin',
  member: 'link-member',
  used: 'link-used',
  expired: 'link-expired',
  withdrawn: 'link-withdrawn',
};

function seedPasskeys(at: (minutesAgo: number) => string): PasskeyView[] {
  return [
    {
      id: 'passkey-1',
      name: 'Laptop',
      created_at: at(60 * 24 * 9),
      last_used_at: at(2),
      host: 'farol.example.test',
      usable: true,
    },
    { id: 'passkey-2', name: 'Old phone', created_at: at(60 * 24 * 90), host: 'old.example.test', usable: false },
  ];
}

function seedSessions(at: (minutesAgo: number) => string): SessionView[] {
  const expiresAt = { expires_at: at(-60 * 24 * 6) };
  return [
    {
      id: 'session-1',
      way: 'passkey',
      device: { browser: 'Chrome', system: 'Linux' },
      created_at: at(60),
      last_seen_at: at(0),
      ...expiresAt,
      current: true,
    },
    {
      id: 'session-2',
      way: 'link',
      device: { browser: 'Safari', system: 'iPhone' },
      created_at: at(60 * 24),
      last_seen_at: at(600),
      ...expiresAt,
      current: false,
    },
  ];
}

/** `isEmpty`: an organization at its first start. */
export function createFakeState(nowMs: number, isEmpty: boolean): FakeState {
  const at = (minutesAgo: number): string => new Date(nowMs - minutesAgo * 60_000).toISOString();
  return {
    organization: { id: 'org-1', name: 'acme' },
    otherOrganizations: [{ id: 'org-2', name: 'globex' }],
    sessions: new Map(),
    links: new Map([
      [links.owner, { role: 'owner', state: 'fresh' }],
      [links.admin, { role: 'admin', state: 'fresh' }],
      [links.member, { role: 'member', state: 'fresh' }],
      [links.used, { role: 'owner', state: 'used' }],
      [links.expired, { role: 'owner', state: 'expired' }],
      [links.withdrawn, { role: 'owner', state: 'withdrawn' }],
    ]),
    address: '',
    hasName: true,
    passkeys: isEmpty ? [] : seedPasskeys(at),
    openSessions: seedSessions(at),
    captures: isEmpty ? [] : seedCaptures(at),
    fleet: isEmpty ? [] : seedFleet(at),
    expiries: [],
    tokens: isEmpty ? [] : seedTokens(at),
    people: {
      people: [
        { id: 'person-owner', name: 'Ana Lima', role: 'owner', joined_at: at(60 * 24 * 40), last_seen_at: at(2) },
        {
          id: 'person-admin',
          name: 'Bruno Sá',
          role: 'admin',
          joined_at: at(60 * 24 * 21),
          invited_by: 'Ana Lima',
          last_seen_at: at(95),
        },
        { id: 'person-member', name: 'Chen Wei', role: 'member', joined_at: at(60 * 24 * 3), invited_by: 'Bruno Sá' },
      ],
      invitations: isEmpty
        ? []
        : [
            {
              id: 'invitation-1',
              name: 'Dora Klein',
              role: 'member',
              created_by: 'Ana Lima',
              created_at: at(200),
              expires_at: at(-60 * 22),
            },
          ],
      sign_in_links: isEmpty
        ? []
        : [
            {
              id: 'link-1',
              person_id: 'person-admin',
              name: 'Bruno Sá',
              role: 'admin',
              created_by: 'Ana Lima',
              created_at: at(30),
              expires_at: at(-60 * 23),
            },
          ],
      ...(!isEmpty && {
        removed: [{ id: 'person-removed', name: 'Fred Roe', role: 'member' as const, removed_at: at(60 * 24 * 2) }],
      }),
    },
    profilerChanges: isEmpty
      ? []
      : [
          { enabled: true, changed_by: 'Ana Lima', changed_at: at(60 * 24 * 20) },
          { enabled: false, changed_by: 'Bruno Sá', changed_at: at(60 * 24 * 21) },
          { enabled: true, changed_by: 'Ana Lima', changed_at: at(60 * 24 * 39) },
        ],
    acts: isEmpty ? [] : seedActs(at),
    audit: isEmpty ? [] : seedAudit(at),
    watchers: new Set(),
    violations: [],
    isStreaming: true,
    flame: undefined,
    verdicts: undefined,
    scenario: 'bare',
    isEarlier: false,
    configured: new Map(isEmpty ? [] : seedConfigured),
    named: new Map(),
    unreported: [],
    asked: [],
    answer: seedAnswer,
    questions: isEmpty ? [] : seedQuestions(at),
    saved: [],
    markers: isEmpty ? [] : seedMarkers(at),
    enrolledWith: new Map(),
  };
}

export function announce(state: FakeState, event: LiveEvent): void {
  for (const watch of state.watchers) watch(event);
}

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

function seedTokens(at: (minutesAgo: number) => string): TokenView[] {
  return [
    {
      id: 'tok-1',
      kind: 'capture',
      name: 'deploy pipeline',
      starts_with: 'rpcap_k3vd',
      created_by: 'Ana Lima',
      created_at: at(60 * 24 * 30),
      last_used_at: at(14),
    },
    {
      id: 'tok-2',
      kind: 'capture',
      name: 'on-call investigations',
      created_by: 'Bruno Sá',
      created_at: at(60 * 24 * 12),
    },
    {
      id: 'tok-3',
      kind: 'capture',
      name: 'old pipeline',
      created_by: 'Ana Lima',
      created_at: at(60 * 24 * 90),
      last_used_at: at(60 * 24 * 31),
      revoked_at: at(60 * 24 * 30),
    },
    {
      id: 'tok-4',
      kind: 'read',
      name: 'pipeline wait',
      created_by: 'Ana Lima',
      created_at: at(60 * 24 * 30),
      expires_at: at(-60 * 24 * 335),
      last_used_at: at(13),
    },
    {
      id: 'tok-5',
      kind: 'bootstrap',
      name: 'node-c',
      class: 'profiler',
      uses_left: 0,
      created_by: 'Ana Lima',
      created_at: at(60 * 30),
      expires_at: at(60 * 6),
      last_used_at: at(60 * 29),
    },
    {
      id: 'tok-6',
      kind: 'bootstrap',
      name: 'staging cluster',
      class: 'agent',
      uses_left: 1,
      created_by: 'Bruno Sá',
      created_at: at(60),
      expires_at: at(-60 * 23),
    },
  ];
}
