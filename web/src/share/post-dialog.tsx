/** Posts a message about a comparison: into which channel, with exactly which text, and what came of it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CatalogOperation, OperationResponse } from '../../../src/control/api/api.ts';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { Answerer } from '../ask/answerer.tsx';
import { ArgErrors, errorsOf } from '../ask/arg-errors.ts';
import { ConfirmWrite } from '../ask/confirm-write.tsx';
import { keyArgument } from '../ask/question-state.ts';
import { RefusalPanel } from '../ask/refusal-panel.tsx';
import { isSettled, useQuestion, useWriteKey } from '../ask/use-question.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { TextField } from '../parts/text-field.tsx';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';
import { messageLines } from './message-lines.ts';
import { composeMessage, linkTo } from './share-text.ts';

interface PostDialogProps {
  readonly diff: ComparisonSummary;
  readonly described: CatalogOperation;
  readonly onClose: () => void;
}

export function PostDialog({ diff, described, onClose }: PostDialogProps) {
  const w = allWords();
  const { message, byHand } = w.share;
  const [channel, setChannel] = useState('');
  const [answerer, setAnswerer] = useState({ source: '', instance: '' });
  const [isMissing, setMissing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { asked, outcome, start, cancel } = useQuestion();
  const keys = useWriteKey();
  const result = useRef<HTMLDivElement>(null);
  // The text stays what was read, even when the comparison behind the dialog is read again.
  const [text] = useState(() => composeMessage(messageLines(diff), linkTo(diff, location.origin)));
  const errors = outcome === undefined ? [] : errorsOf(outcome);
  const wrong = errors.find(({ path }) => path === 'channel')?.text;
  const isSending = asked !== undefined && outcome === undefined;
  useEffect(() => {
    if (outcome !== undefined) result.current?.focus();
  }, [outcome]);

  const confirm = (): void => {
    setMissing(channel.trim() === '');
    if (channel.trim() !== '' && !isSending) setConfirming(true);
  };
  const send = (): void => {
    const args = { channel: channel.trim(), text };
    if (outcome !== undefined && isSettled(outcome)) keys.forget();
    const key = keys.keyFor(JSON.stringify([args, answerer]));
    start({ operation: described.operation.name, args: { ...args, [keyArgument]: key }, ...answerer, key });
  };

  return (
    <>
      <Dialog title={message.title} onClose={onClose}>
        {(close) => (
          <>
            <form
              class="share-form"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                confirm();
              }}
            >
              <ArgErrors.Provider value={errors}>
                <TextField
                  name="channel"
                  label={message.channel}
                  value={channel}
                  hint={message.channelHint}
                  error={isMissing ? message.channelRequired : wrong}
                  required
                  onInput={setChannel}
                />
                <Answerer
                  described={described}
                  form={answerer}
                  onChange={(change) => setAnswerer((before) => ({ ...before, ...change }))}
                />
              </ArgErrors.Provider>
              <Message text={text} />
              <div class="dialog-actions">
                <button type="button" onClick={isSending ? cancel : close}>
                  {isSending ? w.ask.form.stopWaiting : byHand.close}
                </button>
                <button type="submit" class={outcome?.kind === 'answered' ? 'plain' : 'primary'} disabled={isSending}>
                  {outcome?.kind === 'answered' ? message.again : message.send}
                </button>
              </div>
            </form>
            <div ref={result} tabIndex={-1} class="share-result">
              {isSending && <p role="status">{message.sending}</p>}
              {outcome?.kind === 'cancelled' && (
                <Notice tone="warn" role="status">
                  <p>{message.stopped}</p>
                </Notice>
              )}
              {outcome?.kind === 'answered' && (
                <Posted described={described} response={outcome.response} isReplayed={outcome.isReplayed} />
              )}
              {(outcome?.kind === 'refused' || outcome?.kind === 'failed') && (
                <RefusalPanel outcome={outcome} isWrite onNewKey={keys.forget} onAgain={confirm} />
              )}
            </div>
          </>
        )}
      </Dialog>
      {isConfirming && (
        <ConfirmWrite described={described} wish={answerer} onSend={send} onClose={() => setConfirming(false)}>
          <p>
            {message.channel}: <span class="mono break">{channel.trim()}</span>
          </p>
          <Message text={text} />
        </ConfirmWrite>
      )}
    </>
  );
}

function Message({ text }: { readonly text: string }) {
  const { message } = allWords().share;
  return (
    <div class="share-message">
      <h3>{message.text}</h3>
      <pre class="ask-sent" tabIndex={0} role="region" aria-label={message.text}>
        {text}
      </pre>
      {/&[lg]t;/u.test(text) && <p class="hint">{message.entities}</p>}
    </div>
  );
}

interface PostedProps {
  readonly described: CatalogOperation;
  readonly response: OperationResponse;
  readonly isReplayed: boolean;
}

function Posted({ described, response: { instance, result }, isReplayed }: PostedProps) {
  const { message } = allWords().share;
  const { channel, time } = result.data as { readonly channel: string; readonly time: string };
  const title = described.connectors.find(({ connector }) => connector === result.source)?.title ?? result.source;
  return (
    <Notice tone="good" role="status">
      <p>
        <strong>{message.posted(channel, formatMoment(time, locale.value))}</strong> {message.postedBy(title, instance)}
      </p>
      {isReplayed && <p>{message.replayed}</p>}
    </Notice>
  );
}
