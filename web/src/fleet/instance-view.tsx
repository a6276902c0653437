/** One instance: what needs somebody, what to do, and folded below it everything that works. */
import { InstanceDetail, type Me, FleetInstance } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { NotFoundPage } from '../parts/not-found-page.tsx';
import { AnswerView } from '../parts/answer-view.tsx';
import { AuditLink } from '../parts/audit-link.tsx';
import { Fact } from '../parts/fact.tsx';
import { FleetExpiries } from './fleet-expiries.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { Tag } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';
import { formatDay } from '../reading/format-time.ts';
import { hrefOf } from '../browser/router.ts';
import { allWords, locale } from '../words/words.ts';
import { stateTones } from './fleet-table.tsx';
import { InstanceCaptures } from './instance-captures.tsx';
import { InstanceChecks } from './instance-checks.tsx';
import { useState } from 'preact/hooks';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { GatedButton } from '../parts/gated-button.tsx';

const remedyTones = { live: 'info', offline: 'warn', revoked: 'info', locked: 'bad' } as const;

export function InstanceView({ me, instance }: { readonly me: Me; readonly instance: string }) {
  const w = allWords();
  const { answer, reload } = useAnswer(`/api/fleet/${encodeURIComponent(instance)}`, InstanceDetail, 'fleet');
  if (answer.state === 'failed' && answer.failure.facts.status === 404) {
    return <NotFoundPage text={w.fleet.noSuchInstance} />;
  }
  return (
    <>
      <PageHead title={instance}>
        {answer.state === 'ready' && (
          <>
            <Tag tone={stateTones[answer.value.instance.state]}>{w.fleet.states[answer.value.instance.state]}</Tag>
            <span class="small">{w.fleet.classes[answer.value.instance.class]}</span>
            <AuditLink about={instance} name={instance} />
          </>
        )}
      </PageHead>
      <p>
        <a href={patterns.fleet}>{w.fleet.back}</a>
      </p>
      <AnswerView answer={answer} onAgain={reload}>
        {(detail) => <Found detail={detail} me={me} onChanged={reload} />}
      </AnswerView>
    </>
  );
}

interface FoundProps {
  readonly detail: InstanceDetail;
  readonly me: Me;
  readonly onChanged: () => void;
}

function Found({ detail, me, onChanged }: FoundProps) {
  const w = allWords();
  const { instance: one, expiries } = detail;
  return (
    <>
      {one.remedy !== undefined && (
        <Notice tone={remedyTones[one.state]}>
          <p>
            <ServedText text={one.remedy} />
          </p>
        </Notice>
      )}
      {one.reenrolment_allowed && (
        <Notice tone="info">
          <p>{w.fleet.allowed}</p>
        </Notice>
      )}
      <FleetExpiries expiries={expiries} />
      <InstanceChecks
        checks={one.checks}
        at={one.checks_at}
        about={one.about ?? {}}
        isShortened={one.shortened === true}
      />
      {one.class === 'agent' ? (
        <section aria-labelledby="answers-title">
          <h2 id="answers-title">{w.fleet.answers}</h2>
          <p>
            <a href={hrefOf(patterns.ask, { instance: one.instance })}>{w.fleet.askIt}</a>
          </p>
        </section>
      ) : (
        <InstanceCaptures instance={one.instance} />
      )}
      <InstanceFacts detail={detail} />
      <InstanceActions me={me} instance={one} onChanged={onChanged} />
    </>
  );
}

function InstanceFacts({ detail: { instance: one, identity } }: { readonly detail: InstanceDetail }) {
  const w = allWords();
  const { authority, authority_ends_at: endsAt } = identity;
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">{w.fleet.facts}</h2>
      <dl class="facts">
        <Fact name={w.fleet.version}>{one.version ?? w.time.none}</Fact>
        {one.targets !== undefined && <Fact name={w.fleet.targets}>{w.fleet.targetsText(one.targets)}</Fact>}
        <Fact name={w.fleet.lastSeen}>
          <When at={one.last_seen} />
        </Fact>
        <Fact name={w.fleet.enrolled}>
          <When at={one.enrolled_at} exact />
        </Fact>
        <Fact name={w.fleet.key}>
          <span class="mono small break">{identity.key_sha256}</span>
        </Fact>
        <Fact name={w.fleet.commandKey}>{w.fleet.knows[identity.command_key]}</Fact>
        {authority !== undefined && (
          <Fact name={w.fleet.authority}>
            {w.fleet.knows[authority]}
            {endsAt !== undefined && (
              <span class="faint small"> · {w.fleet.authorityEnds(formatDay(endsAt, locale.value))}</span>
            )}
          </Fact>
        )}
        {one.audit_anchor !== undefined && (
          <Fact name={w.fleet.auditAnchor}>
            <span class="mono small break">{one.audit_anchor}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** What an admin does to an instance, each after a confirmation. */
interface InstanceActionsProps {
  readonly me: Me;
  readonly instance: FleetInstance;
  readonly onChanged: () => void;
}

function InstanceActions({ me, instance: one, onChanged }: InstanceActionsProps) {
  const { fleet: w } = allWords();
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const act = (verb: 'revoke' | 'allow-reenrolment') => async (): Promise<void> => {
    await callApi('POST', `/api/fleet/${encodeURIComponent(one.instance)}/${verb}`, FleetInstance);
    onChanged();
  };
  const askToRevoke = (): void =>
    setConfirmation({
      title: w.revokeTitle(one.instance),
      text: w.revokeText,
      doLabel: w.revokeDo,
      isDanger: true,
      act: act('revoke'),
    });
  const askToAllow = (): void =>
    setConfirmation({
      title: w.allowTitle(one.instance),
      text: w.allowText,
      doLabel: w.allowDo,
      isDanger: false,
      act: act('allow-reenrolment'),
    });
  const denied = isAdmin(me) ? undefined : w.adminOnly;
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title">{w.actions}</h2>
      <div class="actions">
        <GatedButton
          label={w.revoke}
          tone="danger"
          reason={denied ?? (one.state === 'revoked' ? w.alreadyRevoked : undefined)}
          onPress={askToRevoke}
        />
        {denied === undefined && !one.reenrolment_allowed && <GatedButton label={w.allow} onPress={askToAllow} />}
        {me.person.role === 'owner' && <a href={patterns.acts}>{w.acts}</a>}
      </div>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}
