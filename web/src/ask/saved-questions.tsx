/** Questions that this person saved, and those that others share. */
import { useState } from 'preact/hooks';
import { SavedQuestion, SavedQuestionList } from '../../../src/control/api/api.ts';
import { askHref } from '../browser/page-addresses.ts';
import { callApi, callApiForNothing } from '../edge/call-api.ts';
import { isAdmin, session } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Tag } from '../parts/tag.tsx';
import { translateArgument } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { describeArguments } from './ask-answer.ts';

export function SavedQuestions() {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/saved-questions', SavedQuestionList);
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  if (answer.state === 'loading' || (answer.state === 'ready' && answer.value.questions.length === 0)) return null;
  const act = async (work: Promise<unknown>): Promise<void> => {
    await work;
    reload();
  };
  const pathOf = ({ id }: SavedQuestion): string => `/api/saved-questions/${encodeURIComponent(id)}`;
  const share = (one: SavedQuestion): Confirmation => ({
    title: one.shared ? w.ask.saved.unshareTitle(one.name) : w.ask.saved.shareTitle(one.name),
    text: one.shared ? w.ask.saved.unshareText : w.ask.saved.shareText,
    doLabel: one.shared ? w.ask.saved.unshare : w.ask.saved.shareIt,
    isDanger: false,
    act: () => act(callApi('PUT', pathOf(one), SavedQuestion, { body: { shared: !one.shared } })),
  });
  const remove = (one: SavedQuestion): Confirmation => ({
    title: w.ask.saved.removeTitle(one.name),
    text: one.shared ? w.ask.saved.removeSharedText : w.ask.saved.removeText,
    doLabel: w.ask.saved.remove,
    isDanger: true,
    act: () => act(callApiForNothing('DELETE', pathOf(one))),
  });
  const now = session.value;
  const mayRemove = ({ is_own: isOwn }: SavedQuestion): boolean =>
    isOwn || (now.state === 'signed_in' && isAdmin(now.me));
  return (
    <section aria-labelledby="ask-saved">
      <h2 id="ask-saved">{w.ask.saved.title}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {({ questions }) => (
          <ul class="plain-list ask-recent">
            {questions.map((one) => (
              <li key={one.id}>
                <a href={hrefOf(one)}>{one.name}</a>{' '}
                {one.shared && <Tag tone="note">{one.is_own ? w.ask.saved.shared : w.ask.saved.sharedBy(one.by)}</Tag>}
                <span class="block small faint">
                  {[one.operation, describeArguments(one.args, translateArgument)].filter(Boolean).join(' · ')}
                </span>
                <div class="actions">
                  {one.is_own && (
                    <button
                      type="button"
                      class="small-button"
                      aria-label={w.ask.saved.of(one.shared ? w.ask.saved.unshare : w.ask.saved.shareIt, one.name)}
                      onClick={() => setConfirmation(share(one))}
                    >
                      {one.shared ? w.ask.saved.unshare : w.ask.saved.shareIt}
                    </button>
                  )}
                  {mayRemove(one) && (
                    <button
                      type="button"
                      class="small-button"
                      aria-label={w.ask.saved.of(w.ask.saved.remove, one.name)}
                      onClick={() => setConfirmation(remove(one))}
                    >
                      {w.ask.saved.remove}
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </AnswerView>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}

function hrefOf({ operation, args, source, instance }: SavedQuestion): string {
  return askHref(operation, { args: JSON.stringify(args), source, instance });
}
