/** Tokens of one kind: what they may do, how to create one, the ones that exist. */
import { useState } from 'preact/hooks';
import type { TokenCreated, TokenKind, TokenView } from '../../../src/control/api/api.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { EnrolWait } from './enrol-wait.tsx';
import { lastWay } from './last-way.ts';
import { formerOf } from './token-state.ts';
import { allWords } from '../words/words.ts';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TokenCreateForm } from './token-create-form.tsx';
import { TokenRotateDialog } from './token-rotate-dialog.tsx';
import { TokenShownOnce } from './token-shown-once.tsx';
import { TokenTable } from './token-table.tsx';

interface TokenSectionProps {
  readonly kind: TokenKind;
  readonly tokens: readonly TokenView[];
  readonly onChanged: () => void;
}

export function TokenSection({ kind, tokens, onChanged }: TokenSectionProps) {
  const w = allWords();
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
      <TokenCreateForm
        kind={kind}
        onCreated={(token) => {
          show(token);
          if (kind === 'bootstrap') setWaiting(token.token);
        }}
      />
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
