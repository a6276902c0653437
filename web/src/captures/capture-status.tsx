/** Outcome of a capture request, or how far it is; a recorded capture carries its label here, so it has it everywhere. */
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { words } from '../words/words.ts';
import { Tag, type Tone } from '../parts/tag.tsx';

const tones = {
  pushed: 'good',
  nothing_to_push: 'idle',
  failed: 'bad',
  waiting: 'idle',
  running: 'busy',
  queued: 'idle',
} as const satisfies Record<string, Tone>;

export function CaptureStatus({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const state = capture.status === 'queued' ? (capture.progress?.step ?? 'queued') : capture.status;
  return (
    <span class="tags">
      <Tag tone={tones[state]}>{w.status[state]}</Tag>
      {capture.recorded && <RecordedTag />}
    </span>
  );
}

export function RecordedTag() {
  const w = words();
  return (
    <Tag tone="note">
      <span title={w.recordedExplained}>{w.recorded}</span>
    </Tag>
  );
}
