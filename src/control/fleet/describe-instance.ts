/** How one enrolled instance is shown: what the store knows, what its tunnel says now, and what to do about it. */
import type { HealthReport, InstanceClass } from '../../tunnel/messages.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import type { FleetInstance, InstanceSummary } from '../api/fleet.ts';
import type { Stranded } from './key-expiries.ts';
import type { ReportSummary } from './summarize-report.ts';

export interface KnownInstance {
  readonly instance: string;
  readonly class: InstanceClass;
  readonly enrolledAt: number;
  readonly lastSeenAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** Set when two copies of one identity were seen. */
  readonly lockedAt: number | undefined;
  readonly reenrolmentAllowed: boolean;
  /** As the instance said at its last sign-in. */
  readonly version: string | undefined;
  readonly targets: number | undefined;
}

interface Standing {
  readonly live: LiveSession | undefined;
  readonly now: number;
  readonly stranded?: Stranded | undefined;
}

export function describeInstance(
  known: KnownInstance,
  { health, ...standing }: Standing & { readonly health: HealthReport | undefined },
): FleetInstance {
  const targets = standing.live?.targets ?? known.targets;
  return {
    ...describeStanding(known, standing),
    ...(targets !== undefined && { targets }),
    enrolled_at: new Date(known.enrolledAt).toISOString(),
    reenrolment_allowed: known.reenrolmentAllowed,
    checks: health?.checks ?? [],
    ...(health?.about !== undefined && { about: health.about }),
    ...(health?.shortened === true && { shortened: true as const }),
    ...(health !== undefined && { checks_at: health.at }),
    ...(health?.audit !== undefined && { audit_anchor: `${health.audit.seq}:${health.audit.hash}` }),
  };
}

/** As the list shows it. */
export function summarizeInstance(
  known: KnownInstance,
  { summary, ...standing }: Standing & { readonly summary: ReportSummary | undefined },
): InstanceSummary {
  return { ...describeStanding(known, standing), ...summary };
}

function describeStanding(known: KnownInstance, { live, now, stranded }: Standing) {
  const state = stateOf(known, live);
  const remedy = remedyOf(state, known, stranded);
  const version = live === undefined ? known.version : (live.versions[known.class] ?? known.version);
  const lastSeenAt = live === undefined ? known.lastSeenAt : now;
  return {
    instance: known.instance,
    class: known.class,
    state,
    ...(remedy !== undefined && { remedy }),
    ...(version !== undefined && { version }),
    ...(lastSeenAt !== undefined && { last_seen: new Date(lastSeenAt).toISOString() }),
  };
}

const awakened = {
  authority:
    'It was offline while the authority of the control plane was replaced, and may not trust the current one. Put the current ca.pem into the file of its RUNNER_CA_FILE and restart it; its identity stays valid.',
  command_key:
    'It was offline while the command key was replaced, and still pins the expired one. Allow one re-enrolment, empty its identity directory and start it with a new bootstrap token.',
} as const satisfies Record<Stranded, string>;

function stateOf(known: KnownInstance, live: LiveSession | undefined): FleetInstance['state'] {
  if (known.revokedAt !== undefined) return 'revoked';
  if (known.lockedAt !== undefined) return 'locked';
  return live === undefined ? 'offline' : 'live';
}

function remedyOf(
  state: FleetInstance['state'],
  known: KnownInstance,
  stranded: Stranded | undefined,
): string | undefined {
  switch (state) {
    case 'live':
      return undefined;
    case 'offline':
      if (stranded !== undefined) return awakened[stranded];
      return known.lastSeenAt === undefined
        ? 'It enrolled but never connected. Check that it reaches the tunnel address and read its log.'
        : 'Check that its process is running and reaches the tunnel address. It reconnects by itself; do not enrol it again.';
    case 'locked':
      return 'Two copies of its identity were seen: a cloned or restored volume. Give each replica a volume of its own, then allow one re-enrolment.';
    case 'revoked':
      return 'Remove its process, or allow one re-enrolment to let it in again with a new key.';
  }
}
