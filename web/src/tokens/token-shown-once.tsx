/** The only moment a token's value is on a screen. It lives in this dialog and goes with it. */
import type { TokenCreated } from '../../../src/control/api/api.ts';
import { allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EnrolCommands } from './enrol-commands.tsx';
import { Notice } from '../parts/notice.tsx';

interface TokenShownOnceProps {
  readonly created: TokenCreated;
  readonly onClose: () => void;
}

export function TokenShownOnce({ created, onClose }: TokenShownOnceProps) {
  const w = allWords();
  return (
    <Dialog title={w.tokens.createdTitle(created.token.name)} onClose={onClose}>
      {(close) => (
        <>
          <Notice tone="warn">
            <p>{w.tokens.once}</p>
          </Notice>
          {created.commands !== undefined && (
            <>
              <h3>{w.tokens.command}</h3>
              <EnrolCommands commands={created.commands} token={created.token} />
            </>
          )}
          <h3>{w.tokens.value}</h3>
          <Copyable text={created.value} name={w.tokens.value} />
          <div class="dialog-actions">
            <button type="button" class="primary" onClick={close}>
              {w.tokens.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
