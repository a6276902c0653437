/** Asks before a write is sent: what is changed, where, by whom. */
import type { ComponentChildren } from 'preact';
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { allWords } from '../words/words.ts';
import type { FormState } from './question-state.ts';

interface ConfirmWriteProps {
  readonly described: CatalogOperation;
  readonly wish: Pick<FormState, 'source' | 'instance'>;
  readonly onSend: () => void;
  readonly onClose: () => void;
  /** What will be sent. */
  readonly children: ComponentChildren;
}

export function ConfirmWrite({ described, wish, onSend, onClose, children }: ConfirmWriteProps) {
  const { confirm } = allWords().ask;
  return (
    <ConfirmDialog
      confirmation={{
        title: confirm.title(described.operation.name),
        text: confirm.text(describePlace(described, wish, confirm)),
        doLabel: confirm.do,
        isDanger: true,
        act: () => {
          onSend();
          return Promise.resolve();
        },
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

type ConfirmWords = ReturnType<typeof allWords>['ask']['confirm'];

function describePlace(
  { operation, connectors }: CatalogOperation,
  { source, instance }: ConfirmWriteProps['wish'],
  w: ConfirmWords,
): string {
  const [only, ...others] = operation.answers;
  const id = source === '' && others.length === 0 ? only?.connector : source;
  const title = connectors.find(({ connector }) => connector === id)?.title ?? w.anyConnector;
  return w.where(title, instance === '' ? w.anyAgent : w.agent(instance));
}
