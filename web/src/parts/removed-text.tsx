/** Says that retention removed a capture, when, why and who could keep more. */
import type { RemovedCapture } from '../../../src/control/api/api.ts';
import { wordRemoved } from './word-removed.ts';
import { locale, words } from '../words/words.ts';

export function RemovedText({ removed }: { readonly removed: RemovedCapture }) {
  const w = words();
  return (
    <>
      <p>{wordRemoved(removed, w, locale.value)}</p>
      <p class="faint">{w.removed.remedy}</p>
    </>
  );
}
