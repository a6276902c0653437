/** Replaces a token by a new value. How long the former one still works is chosen before. */
import { useState } from 'preact/hooks';
import { TokenCreated, type TokenView } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { allWords } from '../words/words.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SelectField } from '../parts/select-field.tsx';

interface TokenRotateDialogProps {
  readonly token: TokenView;
  readonly onRotated: (created: TokenCreated) => void;
  readonly onClose: () => void;
}

const overlapHours = { none: 0, hour: 1, day: 24, week: 24 * 7, month: 24 * 30 } as const;
type Overlap = keyof typeof overlapHours;
const overlaps = Object.keys(overlapHours) as Overlap[];

export function TokenRotateDialog({ token, onRotated, onClose }: TokenRotateDialogProps) {
  const w = allWords().tokens;
  const [overlap, setOverlap] = useState<Overlap>('day');
  return (
    <ConfirmDialog
      confirmation={{
        title: w.rotateTitle(token.name),
        text: w.rotateText,
        doLabel: w.rotate,
        isDanger: overlap === 'none',
        act: async () => {
          const body = { overlap_hours: overlapHours[overlap] };
          onRotated(
            await callApi('POST', `/api/tokens/${encodeURIComponent(token.id)}/rotate`, TokenCreated, { body }),
          );
        },
      }}
      onClose={onClose}
    >
      <SelectField
        label={w.overlap}
        value={overlap}
        options={overlaps.map((one) => [one, w.overlaps[one]])}
        onChange={setOverlap}
      />
    </ConfirmDialog>
  );
}
