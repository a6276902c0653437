/** Own passkeys: adding one under a name, and removing one. */
import { useState } from 'preact/hooks';
import { PasskeyList, type PasskeyView } from '../../../src/control/api/api.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { addPasskey } from '../edge/passkeys.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { allWords } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { NamedForm } from '../parts/named-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

export function PasskeySection() {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/passkeys', PasskeyList);
  const [removing, setRemoving] = useState<PasskeyView | undefined>(undefined);
  return (
    <section class="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{w.waysIn.passkeys}</h2>
      <p>{w.waysIn.passkeysText}</p>
      <AnswerView answer={answer} onAgain={reload}>
        {({ ways, passkeys }) => (
          <>
            {passkeys.length === 0 ? (
              <p>{w.waysIn.none}</p>
            ) : (
              <PasskeyTable passkeys={passkeys} onRemove={setRemoving} />
            )}
            {ways.passkeys ? (
              <AddPasskey onAdded={reload} />
            ) : (
              <Notice tone="info">
                <p>{w.waysIn.unavailable(ways.address)}</p>
              </Notice>
            )}
          </>
        )}
      </AnswerView>
      {removing !== undefined && (
        <ConfirmDialog
          confirmation={{
            title: w.waysIn.removeTitle(removing.name),
            text: w.waysIn.removeText,
            doLabel: w.waysIn.removeDo,
            isDanger: true,
            act: async () => {
              await callApiForNothing('DELETE', `/api/passkeys/${encodeURIComponent(removing.id)}`);
              reload();
            },
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const w = allWords();
  const [failure, setFailure] = useState<unknown>(undefined);
  return (
    <>
      <NamedForm
        label={w.waysIn.name}
        hint={w.waysIn.nameHint}
        nameRequired={w.waysIn.nameRequired}
        submit={w.waysIn.add}
        create={async (name) => {
          setFailure(undefined);
          try {
            await addPasskey(name);
            onAdded();
          } catch (error) {
            setFailure(error);
          }
        }}
      >
        {null}
      </NamedForm>
      {failure !== undefined && <PasskeyFailure error={failure} />}
    </>
  );
}

interface PasskeyTableProps {
  readonly passkeys: readonly PasskeyView[];
  readonly onRemove: (passkey: PasskeyView) => void;
}

function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  const w = allWords();
  return (
    <TableRegion name={w.waysIn.passkeys}>
      <thead>
        <tr>
          <th scope="col">{w.waysIn.name}</th>
          <th scope="col">{w.waysIn.host}</th>
          <th scope="col">{w.waysIn.added}</th>
          <th scope="col">{w.waysIn.lastUsed}</th>
          <th scope="col">
            <span class="unseen">{w.waysIn.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <th scope="row">{passkey.name}</th>
            <td>{passkey.usable ? passkey.host : w.waysIn.former(passkey.host)}</td>
            <td class="nowrap">
              <When at={passkey.created_at} />
            </td>
            <td class="nowrap">
              <When at={passkey.last_used_at} />
            </td>
            <td>
              <button
                type="button"
                class="small-button"
                aria-label={w.waysIn.removeOf(passkey.name)}
                onClick={() => onRemove(passkey)}
              >
                {w.waysIn.remove}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
