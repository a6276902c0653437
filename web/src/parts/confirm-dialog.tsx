/** Asks before an act that is recorded or cannot be undone, and shows why it was refused without closing. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiFailure } from '../edge/api-failure.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly doLabel: string;
  /** On the button that changes nothing, where "Cancel" would be read as the act. */
  readonly keepLabel?: string;
  readonly isDanger: boolean;
  /** False while what the act does is not known yet. Default: true. */
  readonly isReady?: boolean;
  readonly act: () => Promise<void>;
}

interface ConfirmDialogProps {
  readonly confirmation: Confirmation;
  readonly onClose: () => void;
  /** Between the text and the buttons. */
  readonly children?: ComponentChildren;
}

export function ConfirmDialog({ confirmation, onClose, children }: ConfirmDialogProps) {
  const w = words();
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);

  const confirm = async (close: () => void): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await confirmation.act();
      close();
    } catch (error) {
      setFailure(toApiFailure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={confirmation.title} onClose={onClose}>
      {(close) => (
        <>
          <p>{confirmation.text}</p>
          {children}
          {failure !== undefined && <FailureNotice failure={failure} />}
          <div class="dialog-actions">
            <button type="button" onClick={close}>
              {confirmation.keepLabel ?? w.dialog.cancel}
            </button>
            <button
              type="button"
              class={confirmation.isDanger ? 'danger' : 'primary'}
              disabled={isBusy || confirmation.isReady === false}
              onClick={() => void confirm(close)}
            >
              {confirmation.doLabel}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
