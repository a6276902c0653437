/** The only moment a one-time link is on a screen. */
import { allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';

interface LinkShownOnceProps {
  readonly title: string;
  readonly link: string;
  readonly onClose: () => void;
}

export function LinkShownOnce({ title, link, onClose }: LinkShownOnceProps) {
  const w = allWords();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          <p>{w.people.linkText}</p>
          <Copyable text={link} name={w.people.link} />
          <div class="dialog-actions">
            <button type="button" class="primary" onClick={close}>
              {w.people.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
