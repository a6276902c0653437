/** Of an address with arguments: nothing was sent by opening it. */
import { Notice } from '../parts/notice.tsx';
import { allWords } from '../words/words.ts';

export function LinkNotice({ isWrite, onAsk }: { readonly isWrite: boolean; readonly onAsk: () => void }) {
  const { link } = allWords().ask;
  return (
    <Notice tone="info">
      <p>{isWrite ? link.write : link.read}</p>
      <button type="button" class="primary start" onClick={onAsk}>
        {isWrite ? link.sendWrite : link.send}
      </button>
    </Notice>
  );
}
