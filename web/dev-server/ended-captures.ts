/** Captures that end before they are done, and one that retention removed. */
import type { CaptureRecord } from '../../src/control/api/api.ts';
import { announce, type FakeState, type Session } from './fake-state.ts';
import { Refusal } from './refusal.ts';
import { seedRemoved } from './seed-captures.ts';

/** An id whose capture retention has removed. */
export const removedId = 'cap_removed';

/** As the control plane does it: by the person who asked, an admin or an owner, and only while it has not ended. */
export function cancelCapture(state: FakeState, session: Session, capture: CaptureRecord): CaptureRecord {
  const { person } = session;
  if (person.role === 'member' && capture.requested_by.id !== person.id) {
    throw new Refusal(
      403,
      'role_required',
      'Only the person who requested the capture, an admin or an owner may cancel it.',
    );
  }
  if (capture.status !== 'queued') {
    throw new Refusal(
      409,
      'capture_ended',
      `The capture ended before it could be cancelled; its outcome is ${capture.status}.`,
    );
  }
  const text = `The request was cancelled before it ended. Cancelled by ${person.name} (${person.role}).`;
  const { progress: _ended, ...rest } = capture;
  const cancelled: CaptureRecord = {
    ...rest,
    status: 'failed',
    outcome: 'failed',
    reason: { code: 'cancelled', text },
    finished_at: new Date().toISOString(),
  };
  state.captures = state.captures.map((one) => (one === capture ? cancelled : one));
  announce(state, { type: 'capture', request_id: cancelled.request_id });
  return cancelled;
}

export function removedCapture(): Refusal {
  return new Refusal(410, 'capture_removed', 'It was removed by retention.', { removed: seedRemoved });
}
