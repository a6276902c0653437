import { expect, test } from 'vitest';
import type { LiveSession } from '../../tunnel/port.ts';
import { FleetInstance } from '../api/api.ts';
import { describeInstance, type KnownInstance } from './describe-instance.ts';

const now = Date.UTC(2026, 0, 2);
const known: KnownInstance = {
  instance: 'profiler-1',
  class: 'profiler',
  enrolledAt: Date.UTC(2026, 0, 1),
  lastSeenAt: undefined,
  revokedAt: undefined,
  lockedAt: undefined,
  reenrolmentAllowed: false,
  version: '1.0.0',
  targets: 2,
};
const live: LiveSession = {
  organization: 'acme',
  instance: 'profiler-1',
  class: 'profiler',
  generation: 4,
  versions: { profiler: '1.1.0' },
  catalogDigest: undefined,
  targets: 3,
  since: now,
};

test('a live instance is described as its tunnel reports, with no remedy', () => {
  const shown = FleetInstance.parse(describeInstance(known, { live, health: undefined, now }));
  expect(shown).toMatchObject({ state: 'live', version: '1.1.0', targets: 3, last_seen: '2026-01-02T00:00:00.000Z' });
  expect(shown.remedy).toBeUndefined();
});

test.each([
  ['offline', {}, /reaches the tunnel address and read its log/u],
  ['offline', { lastSeenAt: Date.UTC(2026, 0, 1) }, /do not enrol it again/u],
  ['locked', { lockedAt: now }, /Give each replica a volume of its own/u],
  ['revoked', { revokedAt: now, lockedAt: now }, /allow one re-enrolment/u],
] as const)('a %s instance says what to do (%j)', (state, change, remedy) => {
  const shown = FleetInstance.parse(
    describeInstance({ ...known, ...change }, { live: undefined, health: undefined, now }),
  );
  expect(shown).toMatchObject({ state, version: '1.0.0', targets: 2, checks: [] });
  expect(shown.remedy).toMatch(remedy);
});

test.each([
  ['authority', /current ca\.pem into the file of its RUNNER_CA_FILE.*identity stays valid/u],
  ['command_key', /Allow one re-enrolment.*new bootstrap token/u],
] as const)(
  'an instance that slept through a change of the %s says what to do, until it is live',
  (stranded, remedy) => {
    const shown = describeInstance(known, { live: undefined, health: undefined, now, stranded });
    expect(shown.remedy).toMatch(remedy);
    expect(describeInstance(known, { live, health: undefined, now, stranded }).remedy).toBeUndefined();
    expect(describeInstance({ ...known, revokedAt: now }, { live, health: undefined, now, stranded }).remedy).toMatch(
      /Remove its process/u,
    );
  },
);

test('shows the end of the audit log as the verification accepts it', () => {
  const health = { at: '2026-01-01T12:00:00.000Z', checks: [], audit: { seq: 7, hash: 'a'.repeat(64) } };
  expect(FleetInstance.parse(describeInstance(known, { live, health, now })).audit_anchor).toBe(`7:${'a'.repeat(64)}`);
});

test('revoked wins over a tunnel that is just being closed', () => {
  expect(describeInstance({ ...known, revokedAt: now }, { live, health: undefined, now }).state).toBe('revoked');
});
