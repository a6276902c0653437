/** One enrolled instance: facts, what is wrong and its remedy first, what is fine behind a disclosure. */
import type { FleetInstance } from '../../../src/control/api.ts';
import { allWords } from '../words/words.ts';
import { AuditLink } from './audit-link.tsx';
import { CheckTable } from './check-table.tsx';
import { Fact } from './fact.tsx';
import { GatedButton } from './gated-button.tsx';
import { Notice } from './notice.tsx';
import { ServedText } from './served-text.tsx';
import { Tag, type Tone } from './tag.tsx';
import { When } from './when.tsx';

interface FleetInstanceCardProps {
  readonly instance: FleetInstance;
  /** Why this person may not act on instances; `undefined` when they may. */
  readonly deniedReason: string | undefined;
  readonly onRevoke: () => void;
  readonly onAllow: () => void;
}

const remedyTones = { live: 'info', offline: 'warn', revoked: 'info', locked: 'bad' } as const;

const tones = { live: 'good', offline: 'warn', revoked: 'idle', locked: 'bad' } as const satisfies Record<string, Tone>;

export function FleetInstanceCard({ instance, deniedReason, onRevoke, onAllow }: FleetInstanceCardProps) {
  const w = allWords();
  const titleId = `instance-${instance.instance}`;
  return (
    <article class="panel instance" aria-labelledby={titleId}>
      <header class="instance-head">
        <h2 id={titleId} class="mono break">
          {instance.instance}
        </h2>
        <span class="tags">
          <Tag tone={tones[instance.state]}>{w.fleet.states[instance.state]}</Tag>
          <span class="small">{w.fleet.classes[instance.class]}</span>
          <AuditLink about={instance.instance} name={instance.instance} />
        </span>
      </header>
      <dl class="facts facts-inline">
        <Fact name={w.fleet.version}>{instance.version ?? w.time.none}</Fact>
        {instance.targets !== undefined && <Fact name={w.fleet.targets}>{w.fleet.targetsText(instance.targets)}</Fact>}
        <Fact name={w.fleet.lastSeen}>
          <When at={instance.last_seen} />
        </Fact>
        <Fact name={w.fleet.enrolled}>
          <When at={instance.enrolled_at} />
        </Fact>
        {instance.checks_at !== undefined && (
          <Fact name={w.fleet.checksAt}>
            <When at={instance.checks_at} />
          </Fact>
        )}
      </dl>
      {instance.remedy !== undefined && (
        <Notice tone={remedyTones[instance.state]}>
          <p>
            <ServedText text={instance.remedy} />
          </p>
        </Notice>
      )}
      {instance.reenrolment_allowed && (
        <Notice tone="info">
          <p>{w.fleet.allowed}</p>
        </Notice>
      )}
      <Checks instance={instance} />
      <div class="actions">
        {deniedReason === undefined ? (
          <>
            <GatedButton
              label={w.fleet.revoke}
              tone="danger"
              reason={instance.state === 'revoked' ? w.fleet.alreadyRevoked : undefined}
              onPress={onRevoke}
            />
            {!instance.reenrolment_allowed && <GatedButton label={w.fleet.allow} onPress={onAllow} />}
          </>
        ) : (
          <GatedButton label={w.fleet.revoke} tone="danger" reason={deniedReason} onPress={onRevoke} />
        )}
      </div>
    </article>
  );
}

/** What is broken comes before what only waits. */
const order = ['failed', 'degraded', 'pending_configuration', 'skipped', 'ok'] as const;

function Checks({ instance: { checks, instance } }: { readonly instance: FleetInstance }) {
  const w = allWords();
  if (checks.length === 0) return <p class="small faint">{w.fleet.noChecks}</p>;
  const fine = checks.filter(({ status }) => status === 'ok');
  const rest = checks
    .filter(({ status }) => status !== 'ok')
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <>
      {rest.length > 0 && <CheckTable checks={rest} name={`${w.fleet.checks}: ${instance}`} />}
      {fine.length > 0 && (
        <details class="disclosure">
          <summary>{w.fleet.okChecks(fine.length)}</summary>
          <CheckTable checks={fine} name={`${w.fleet.okChecks(fine.length)}: ${instance}`} />
        </details>
      )}
    </>
  );
}
