/** Every enrolled Agent and Profiler: whether it lives, what it can do, and what to do where it cannot. */
import { useState } from 'preact/hooks';
import { Fleet, FleetInstance, type Me } from '../../../src/control/api.ts';
import { patterns } from '../addresses.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { EnrolSection } from '../parts/enrol-section.tsx';
import { FleetExpiries } from '../parts/fleet-expiries.tsx';
import { FleetInstanceCard } from '../parts/fleet-instance-card.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { hrefOf, place } from '../router.ts';
import { allWords } from '../words/words.ts';

const classes = ['agent', 'profiler'] as const;

export function FleetPage({ me }: { readonly me: Me }) {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/fleet', Fleet, 'fleet');
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);

  const act = (instance: string, verb: 'revoke' | 'allow-reenrolment') => async (): Promise<void> => {
    await callApi('POST', `/api/fleet/${encodeURIComponent(instance)}/${verb}`, FleetInstance);
    reload();
  };
  const askToRevoke = ({ instance }: FleetInstance): void =>
    setConfirmation({
      title: w.fleet.revokeTitle(instance),
      text: w.fleet.revokeText,
      doLabel: w.fleet.revokeDo,
      isDanger: true,
      act: act(instance, 'revoke'),
    });
  const askToAllow = ({ instance }: FleetInstance): void =>
    setConfirmation({
      title: w.fleet.allowTitle(instance),
      text: w.fleet.allowText,
      doLabel: w.fleet.allowDo,
      isDanger: false,
      act: act(instance, 'allow-reenrolment'),
    });

  return (
    <>
      <PageHead title={w.fleet.title} lede={w.fleet.lede} />
      <AnswerView answer={answer} onAgain={reload}>
        {({ instances, expiries }) => (
          <>
            <FleetExpiries expiries={expiries} />
            {instances.length === 0 ? (
              <EnrolSection isAllowed={isAdmin(me)} />
            ) : (
              <>
                <ClassFilter instances={instances} />
                {shownOf(instances).map((instance) => (
                  <FleetInstanceCard
                    key={instance.instance}
                    instance={instance}
                    deniedReason={isAdmin(me) ? undefined : w.fleet.adminOnly}
                    onRevoke={() => askToRevoke(instance)}
                    onAllow={() => askToAllow(instance)}
                  />
                ))}
              </>
            )}
          </>
        )}
      </AnswerView>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </>
  );
}

function shownOf(instances: readonly FleetInstance[]): readonly FleetInstance[] {
  const wanted = place.value.query.get('class');
  return wanted === null ? instances : instances.filter((one) => one.class === wanted);
}

function ClassFilter({ instances }: { readonly instances: readonly FleetInstance[] }) {
  const w = allWords();
  const wanted = place.value.query.get('class');
  const link = (name: string, text: string, among: readonly FleetInstance[]) => (
    <li>
      <a href={hrefOf(patterns.fleet, { class: name })} aria-current={(wanted ?? '') === name ? 'true' : undefined}>
        {text}
      </a>{' '}
      <span class="small faint">
        {w.fleet.counts(among.filter(({ state }) => state === 'live').length, among.length)}
      </span>
    </li>
  );
  return (
    <nav aria-label={w.fleet.filter} class="choices">
      <ul>
        {link('', w.fleet.all, instances)}
        {classes.map((name) =>
          link(
            name,
            w.fleet.classes[name],
            instances.filter((one) => one.class === name),
          ),
        )}
      </ul>
    </nav>
  );
}
