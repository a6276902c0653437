/** The button that cancels a request. Shown to its requester, admins and owners. */
import { useState } from 'preact/hooks';
import { CaptureRecord, type Me } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin, session } from '../edge/session.ts';
import { words } from '../words/words.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';

interface CancelCaptureProps {
  readonly capture: CaptureRecord;
  readonly onCancelled: () => void;
}

/** Nothing for a request that has ended or that the reader may not cancel, unless they are just asked or refused. */
export function CancelCapture({ capture, onCancelled }: CancelCaptureProps) {
  const w = words();
  const [isAsking, setAsking] = useState(false);
  const now = session.value;
  const { workload, version, request_id: requestId } = capture;
  if (now.state !== 'signed_in' || !mayCancel(now.me, capture)) return null;
  // A page that sees the request end takes no question away: its refusal would be lost with it.
  if (capture.status !== 'queued' && !isAsking) return null;
  const cancel = async (): Promise<void> => {
    await callApi('POST', `/api/profiling/captures/${encodeURIComponent(requestId)}/cancel`, CaptureRecord);
    onCancelled();
  };
  const confirmation = {
    title: w.cancelCapture.title(workload, version),
    text: w.cancelCapture.text,
    doLabel: w.cancelCapture.confirm,
    keepLabel: w.cancelCapture.keep,
    isDanger: true,
    act: cancel,
  };
  return (
    <>
      <button
        type="button"
        class="small-button"
        aria-label={w.cancelCapture.askOf(workload, version)}
        onClick={() => setAsking(true)}
      >
        {w.cancelCapture.ask}
      </button>
      {isAsking && <ConfirmDialog confirmation={confirmation} onClose={() => setAsking(false)} />}
    </>
  );
}

function mayCancel(me: Me, { requested_by: by }: CaptureRecord): boolean {
  return isAdmin(me) || by.id === me.person.id;
}
