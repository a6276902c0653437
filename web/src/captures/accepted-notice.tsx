/** What became of a request that was just accepted: queued, then how it ended. */
import { type CaptureAccepted, CaptureRecord } from '../../../src/control/api/api.ts';
import { captureHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { words } from '../words/words.ts';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';

const tones = { queued: 'info', pushed: 'good', nothing_to_push: 'info', failed: 'bad' } as const;

export function AcceptedNotice({ accepted }: { readonly accepted: CaptureAccepted }) {
  const w = words();
  const { answer } = useAnswer(
    `/api/profiling/captures/${encodeURIComponent(accepted.request_id)}`,
    CaptureRecord,
    'capture',
  );
  const capture = answer.state === 'ready' ? answer.value : undefined;
  const status = capture?.status ?? 'queued';
  const queued = accepted.deduped ? w.profiling.form.deduped : w.profiling.form.queued;
  return (
    <Notice tone={tones[status]} role="status">
      <p>
        {status === 'queued' ? queued : w.profiling.form.ended[status]}{' '}
        {capture?.reason !== undefined && <ServedText text={capture.reason.text} code={capture.reason.code} />}{' '}
        <a href={captureHref(accepted.request_id)}>{w.profiling.form.see}</a>
      </p>
    </Notice>
  );
}
