/** Before a person is removed: what ends with them, and what becomes of the tokens that pipelines use. */
import { useState } from 'preact/hooks';
import { type People, PersonAccess, type TokenView } from '../../../src/control/api/api.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatMoment } from '../reading/format-time.ts';
import { wordDevice } from '../parts/word-device.ts';
import { allWords, locale } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';

interface RemovePersonDialogProps {
  readonly person: People['people'][number];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemovePersonDialog({ person, onRemoved, onClose }: RemovePersonDialogProps) {
  const w = allWords();
  const [revokes, setRevokes] = useState(true);
  const path = `/api/people/${encodeURIComponent(person.id)}`;
  const { answer, reload } = useAnswer(`${path}/access`, PersonAccess);
  return (
    <ConfirmDialog
      confirmation={{
        title: w.people.removeTitle(person.name),
        text: w.people.removeText,
        doLabel: w.people.removeDo,
        isDanger: true,
        isReady: answer.state !== 'loading',
        act: async () => {
          await callApiForNothing('DELETE', `${path}?tokens=${revokes ? 'revoke' : 'keep'}`);
          onRemoved();
        },
      }}
      onClose={onClose}
    >
      <AnswerView answer={answer} onAgain={reload}>
        {(access) => <WhatEnds access={access} revokes={revokes} onRevokes={setRevokes} />}
      </AnswerView>
    </ConfirmDialog>
  );
}

interface WhatEndsProps {
  readonly access: PersonAccess;
  readonly revokes: boolean;
  readonly onRevokes: (revokes: boolean) => void;
}

function WhatEnds({ access, revokes, onRevokes }: WhatEndsProps) {
  const w = allWords();
  const { linkKinds } = w.people;
  const links = [
    ...access.invitations.map(({ id, name }) => ({ id, text: `${name} (${linkKinds.invitation})` })),
    ...access.sign_in_links.map(({ id, name }) => ({ id, text: `${name} (${linkKinds.signIn})` })),
  ];
  const sessions = access.sessions.map(({ id, device, last_seen_at: seen }) => ({
    id,
    text: `${wordDevice(device, w.waysIn)} (${formatMoment(seen, locale.value)})`,
  }));
  const passkeys = access.passkeys.map((name, at) => ({ id: String(at), text: name }));
  const bootstrap = access.tokens.filter(({ kind }) => kind === 'bootstrap');
  const tokens = access.tokens.filter(({ kind }) => kind !== 'bootstrap');
  const invited = access.invited.map(({ id, name, role }) => ({ id, text: `${name} (${w.roles[role]})` }));
  return (
    <>
      <Ending title={w.waysIn.endsSessions(access.sessions.length)} lines={sessions} />
      <Ending title={w.waysIn.removesPasskeys(access.passkeys.length)} lines={passkeys} />
      <Ending title={w.people.removeLinks(links.length)} lines={links} />
      <Ending title={w.people.removeBootstrap(bootstrap.length)} lines={bootstrap.map(wordToken)} />
      <Ending title={w.people.removeTokens(tokens.length)} lines={tokens.map(wordToken)} />
      {tokens.length > 0 && (
        <div>
          <label class="check">
            <input
              type="checkbox"
              checked={revokes}
              aria-describedby="revoke-tokens-hint"
              onChange={(event) => onRevokes(event.currentTarget.checked)}
            />
            <span>{w.people.revokeTokens}</span>
          </label>
          <p id="revoke-tokens-hint" class="small faint">
            {w.people.revokeTokensHint}
          </p>
        </div>
      )}
      <Ending title={w.people.removeInvited} lines={invited} />
    </>
  );
}

function wordToken({ id, name, kind }: TokenView): Line {
  return { id, text: allWords().people.tokenLine(name, kind) };
}

interface Line {
  readonly id: string;
  readonly text: string;
}

function Ending({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
