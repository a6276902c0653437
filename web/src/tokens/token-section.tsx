/** Tokens of one kind: what they may do, how to create one, the ones that exist. */
import { useState } from 'preact/hooks';
import { type TokenKind, type TokenView, EnrolWay, TokenCreated } from '../../../src/control/api/api.ts';
import { callApiForNothing, callApi } from '../edge/call-api.ts';
import { EnrolWait } from './enrol-wait.tsx';
import { formerOf } from './token-state.ts';
import { allWords } from '../words/words.ts';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TokenCreateForm } from './token-create-form.tsx';
import { TokenShownOnce } from './token-shown-once.tsx';
import { TokenTable } from './token-table.tsx';
import { readPreference } from '../browser/preferences.ts';
import { isNarrow } from '../parts/is-narrow.ts';
import { SelectField } from '../parts/select-field.tsx';

interface TokenSectionProps {
  readonly kind: TokenKind;
  readonly tokens: readonly TokenView[];
  readonly onChanged: () => void;
}

export function TokenSection({ kind, tokens, onChanged }: TokenSectionProps) {
  const w = allWords();
  /** On a narrow page the tokens that exist would be below the fold. */
  const [wasFolded] = useState(tokens.length > 0 && isNarrow());
  const [isFolded, setFolded] = useState(wasFolded);
  const [created, setCreated] = useState<TokenCreated | undefined>(undefined);
  const [rotating, setRotating] = useState<TokenView | undefined>(undefined);
  /** Without its value: the page goes on waiting for its first instance after the value is gone. */
  const [waiting, setWaiting] = useState<TokenView | undefined>(undefined);
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const { title, text } = {
    capture: { title: w.tokens.captureTitle, text: w.tokens.captureText },
    read: { title: w.tokens.readTitle, text: w.tokens.readText },
    mcp: { title: w.tokens.mcpTitle, text: w.tokens.mcpText },
    incident: w.incidentTokens,
    bootstrap: { title: w.tokens.bootstrapTitle, text: w.tokens.bootstrapText },
  }[kind];

  const show = (token: TokenCreated): void => {
    setCreated(token);
    onChanged();
  };
  const askToRevoke = ({ id, name }: TokenView): void => {
    const { expires_at: formerEnds } = formerOf(tokens, id, Date.now()) ?? {};
    setConfirmation({
      title: w.tokens.revokeTitle(name),
      text:
        kind === 'bootstrap'
          ? w.tokens.revokeBootstrapText
          : [w.tokens.revokeText, ...(formerEnds === undefined ? [] : [w.tokens.revokeFormer])].join(' '),
      doLabel: w.tokens.revoke,
      isDanger: true,
      act: async () => {
        await callApiForNothing('DELETE', `/api/tokens/${encodeURIComponent(id)}`);
        onChanged();
      },
    });
  };

  return (
    <section class="panel" aria-labelledby={`tokens-${kind}`}>
      <h2 id={`tokens-${kind}`}>{title}</h2>
      <p class="measure">{text}</p>
      {isFolded ? (
        <button type="button" class="primary start" onClick={() => setFolded(false)}>
          {w.tokens.create[kind]}
        </button>
      ) : (
        <TokenCreateForm
          kind={kind}
          takesFocus={wasFolded}
          onCreated={(token) => {
            show(token);
            if (kind === 'bootstrap') setWaiting(token.token);
          }}
        />
      )}
      {tokens.length === 0 ? (
        <p class="faint">{w.tokens.empty}</p>
      ) : (
        <TokenTable kind={kind} tokens={tokens} name={title} onRevoke={askToRevoke} onRotate={setRotating} />
      )}
      {rotating !== undefined && (
        <TokenRotateDialog token={rotating} onRotated={show} onClose={() => setRotating(undefined)} />
      )}
      {waiting !== undefined && created === undefined && <EnrolWait token={waiting} way={lastWay()} />}
      {created !== undefined && <TokenShownOnce created={created} onClose={() => setCreated(undefined)} />}
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}

/** The way to install that was chosen last in this browser. */
function lastWay(): EnrolWay {
  return EnrolWay.safeParse(readPreference('way')).data ?? 'docker';
}

/** Replaces a token by a new value. How long the former one still works is chosen before. */
interface TokenRotateDialogProps {
  readonly token: TokenView;
  readonly onRotated: (created: TokenCreated) => void;
  readonly onClose: () => void;
}

const overlapHours = { none: 0, hour: 1, day: 24, week: 24 * 7, month: 24 * 30 } as const;
type Overlap = keyof typeof overlapHours;
const overlaps = Object.keys(overlapHours) as Overlap[];

function TokenRotateDialog({ token, onRotated, onClose }: TokenRotateDialogProps) {
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
