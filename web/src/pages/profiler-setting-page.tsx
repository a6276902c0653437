/** The grant of kernel privilege: what it means is said before the act, and who did it when is shown after. */
import { useState } from 'preact/hooks';
import { type Me, type ProfilerChange, ProfilerHistory, ProfilerSetting } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession, isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { EnableProfiler, ProfilerGrants } from '../captures/enable-profiler.tsx';
import { AnswerView } from '../parts/answer-view.tsx';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { GatedButton } from '../parts/gated-button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';
import { allWords } from '../words/words.ts';

const path = '/api/settings/profiler';

export function ProfilerSettingPage({ me }: { readonly me: Me }) {
  const w = allWords();
  const { answer, reload } = useAnswer(path, ProfilerSetting);
  const history = useAnswer(`${path}/history`, ProfilerHistory);
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const reason = isAdmin(me) ? undefined : w.settings.adminOnly;

  const show = (): void => {
    reload();
    history.reload();
  };
  const disable = async (): Promise<void> => {
    await callApi('PUT', path, ProfilerSetting, { body: { enabled: false } });
    beginSession({ ...me, profiler_enabled: false });
    show();
  };
  const askToDisable = (): void =>
    setConfirmation({
      title: w.profilerSetting.disableTitle,
      text: `${w.profilerSetting.disableText} ${w.profilerSetting.recorded}`,
      doLabel: w.profilerSetting.disableDo,
      isDanger: true,
      act: disable,
    });

  return (
    <>
      <PageHead title={w.profilerSetting.title} />
      <SettingsNav />
      <AnswerView answer={answer} onAgain={reload}>
        {(setting) => (
          <section class="panel" aria-label={w.profilerSetting.title}>
            <p class="setting-state">
              <Tag tone={setting.enabled ? 'good' : 'idle'}>
                {setting.enabled ? w.profilerSetting.enabled : w.profilerSetting.disabled}
              </Tag>{' '}
              <Changed setting={setting} />
            </p>
            <h2>{w.profilerSetting.grantsTitle}</h2>
            <ProfilerGrants />
            <p class="measure">{w.profilerSetting.recorded}</p>
            <div class="actions">
              {setting.enabled ? (
                <GatedButton label={w.profilerSetting.disable} tone="danger" reason={reason} onPress={askToDisable} />
              ) : (
                <EnableProfiler me={me} onEnabled={show} />
              )}
            </div>
          </section>
        )}
      </AnswerView>
      {history.answer.state === 'ready' && history.answer.value.changes.length > 0 && (
        <Decisions changes={history.answer.value.changes} />
      )}
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </>
  );
}

function Decisions({ changes }: { readonly changes: readonly ProfilerChange[] }) {
  const w = allWords();
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">{w.profilerSetting.history}</h2>
      <TableRegion name={w.profilerSetting.history}>
        <thead>
          <tr>
            <th scope="col">{w.profilerSetting.when}</th>
            <th scope="col">{w.profilerSetting.decision}</th>
            <th scope="col">{w.profilerSetting.who}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.changed_at}>
              <th scope="row">
                <When at={change.changed_at} exact />
              </th>
              <td>{change.enabled ? w.profilerSetting.enabled : w.profilerSetting.disabled}</td>
              <td>{change.changed_by}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
    </section>
  );
}

function Changed({ setting }: { readonly setting: ProfilerSetting }) {
  const w = allWords();
  if (setting.changed_by === undefined) return <span class="faint">{w.profilerSetting.neverChanged}</span>;
  return (
    <span>
      {w.profilerSetting.changed(setting.changed_by)} <When at={setting.changed_at} exact />
    </span>
  );
}
