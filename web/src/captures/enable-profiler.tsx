/** The button that enables the Profiler, with what that grants before the act; for everybody else, who can. */
import { useState } from 'preact/hooks';
import { type Me, People, ProfilerSetting } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession, isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { allWords, loadLaterWords } from '../words/words.ts';

interface EnableProfilerProps {
  readonly me: Me;
  readonly onEnabled?: () => void;
}

export function EnableProfiler({ me, onEnabled }: EnableProfilerProps) {
  const { profilerSetting: w } = allWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAdmin(me)) return <WhoCan />;
  const enable = async (): Promise<void> => {
    await callApi('PUT', '/api/settings/profiler', ProfilerSetting, { body: { enabled: true } });
    beginSession({ ...me, profiler_enabled: true });
    onEnabled?.();
  };
  return (
    <>
      <button type="button" class="primary start" onClick={() => setAsking(true)}>
        {w.enable}
      </button>
      {isAsking && (
        <ConfirmDialog
          confirmation={{
            title: w.enableTitle,
            text: w.enableText(me.organization.name),
            doLabel: w.enableDo,
            isDanger: false,
            act: enable,
          }}
          onClose={() => setAsking(false)}
        >
          <ProfilerGrants />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What enabling grants, one sentence each. */
export function ProfilerGrants() {
  const { grants } = allWords().profilerSetting;
  return (
    <ul class="measure">
      {grants.map((grant) => (
        <li key={grant}>{grant}</li>
      ))}
    </ul>
  );
}

/** Owners and admins by name, once they are known. */
function WhoCan() {
  const w = allWords();
  const { answer } = useAnswer('/api/people', People);
  const names =
    answer.state === 'ready' ? answer.value.people.filter(({ role }) => role !== 'member').map(({ name }) => name) : [];
  return <p>{names.length === 0 ? w.settings.adminOnly : w.profilerSetting.whoCan(names)}</p>;
}

/** In the place of the form that requests captures, while every request would be refused. */
function ProfilerOff({ me }: { readonly me: Me }) {
  const { profilerSetting: w } = allWords();
  return (
    <section class="panel" aria-labelledby="off-title">
      <h2 id="off-title">{w.offTitle(me.organization.name)}</h2>
      <p class="measure">{w.offText}</p>
      <EnableProfiler me={me} />
    </section>
  );
}

export async function loadProfilerOff(): Promise<typeof ProfilerOff> {
  await loadLaterWords();
  return ProfilerOff;
}
