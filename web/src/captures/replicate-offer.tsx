/** A replicate that is due: the command, and a button that sends the same request as the signed-in person. */
import { useState } from 'preact/hooks';
import { CaptureAccepted } from '../../../src/control/api/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import type { ReplicatesDue } from './find-replicates-due.ts';
import { renderCli } from './render-command.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import { formatClock, formatHour, formatMoment } from '../reading/format-time.ts';
import { locale, words } from '../words/words.ts';
import { AcceptedNotice } from './accepted-notice.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';

interface ReplicateOfferProps {
  readonly due: ReplicatesDue;
  readonly onQueued?: () => void;
}

export function ReplicateOffer({ due, onQueued }: ReplicateOfferProps) {
  const w = words();
  const [accepted, setAccepted] = useState<CaptureAccepted | undefined>(undefined);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const { workload, env, version, head } = due;
  const command = renderCli({
    origin: location.origin,
    workload,
    env,
    version,
    kind: 'replicate',
    durationSec: head.duration_sec,
    warmupSec: head.warmup_sec,
    image: head.image,
    ownAuthority: hasOwnAuthority(),
  });

  const send = async (): Promise<void> => {
    setAccepted(undefined);
    setFailure(undefined);
    setSending(true);
    try {
      const path = `/api/profiling/captures/${encodeURIComponent(head.request_id)}/replicates`;
      setAccepted(await callApi('POST', path, CaptureAccepted));
      onQueued?.();
    } catch (error) {
      setFailure(toApiFailure(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <div class="offer">
      <span>{w.profiling.due.missing(due.forVerdict, due.forConfirmed, version)}</span>
      <div class="offer-acts">
        <button
          type="button"
          class="small-button"
          disabled={isSending}
          aria-label={w.profiling.due.requestOf(workload, version)}
          onClick={() => void send()}
        >
          {isSending ? w.profiling.form.sending : w.profiling.due.request}
        </button>
        <details class="disclosure">
          <summary>{w.profiling.due.asCommand}</summary>
          <p class="small faint">{w.profiling.due.window(head.duration_sec, head.warmup_sec)}</p>
          <Copyable text={command} name={w.profiling.due.command(workload, version)} />
        </details>
      </div>
      <span class="small faint block">
        {due.nextAt !== undefined && Date.parse(due.nextAt) > Date.now() && (
          // The minute is rounded up: a capture in the minute shown counts.
          <>{w.profiling.due.next(formatClock(Date.parse(due.nextAt) + 59_999, locale.value))} </>
        )}
        {due.until !== undefined && (
          <span title={formatMoment(due.until, locale.value)}>
            {w.profiling.due.until(formatHour(due.until, locale.value))}
          </span>
        )}
      </span>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {accepted !== undefined && <AcceptedNotice key={accepted.request_id} accepted={accepted} />}
    </div>
  );
}
