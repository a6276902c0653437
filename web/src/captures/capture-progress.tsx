/** How far a running capture is: a bar of the planned time, and about how long it still takes. */
import { useEffect, useState } from 'preact/hooks';
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { estimateProgress } from './estimate-progress.ts';
import { formatDuration } from '../reading/format-time.ts';
import { allWords } from '../words/words.ts';

/** Nothing for a capture that waits or has ended. */
export function CaptureProgress({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const [nowMs, setNow] = useState(Date.now());
  const isRunning = capture.progress?.step === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const progress = estimateProgress(capture, nowMs);
  if (progress === undefined) return null;
  const { done, leftSec } = progress;
  const text = leftSec > 0 ? w.capture.left(formatDuration(leftSec)) : w.capture.finishing;
  return (
    <p class="progress">
      <progress max={1} value={done} aria-label={w.capture.progress} />
      <span class="small">{text}</span>
    </p>
  );
}
