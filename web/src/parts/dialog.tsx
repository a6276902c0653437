/** A native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  /** Called once, when the dialog has closed in whatever way; the owner then stops rendering it. */
  readonly onClose: () => void;
  /** Receives the function that closes the dialog. */
  readonly children: (close: () => void) => ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children(() => element.current?.close())}
    </dialog>
  );
}
