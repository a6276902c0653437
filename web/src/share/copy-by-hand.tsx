/** Where the browser refuses its clipboard: the text, selected, for the reader's own keys. */
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { allWords } from '../words/words.ts';

interface CopyByHandProps {
  readonly text: string;
  readonly onClose: () => void;
}

export function CopyByHand({ text, onClose }: CopyByHandProps) {
  const w = allWords().share.byHand;
  const area = useRef<HTMLTextAreaElement>(null);
  // After the dialog is open, which puts the focus on it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => area.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dialog title={w.title} onClose={onClose}>
      {(close) => (
        <>
          <p>{w.text}</p>
          <textarea ref={area} class="share-text mono" readOnly rows={12} aria-label={w.label} value={text} />
          <div class="dialog-actions">
            <button type="button" onClick={close}>
              {w.close}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
