/** The tokens that exist: never their values, always who made them and when they were last used. */
import type { TokenKind, TokenView } from '../../../src/control/api/api.ts';
import { expiresSoon, tokenState } from './token-state.ts';
import { allWords } from '../words/words.ts';
import { AuditLink } from '../parts/audit-link.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';

interface TokenTableProps {
  readonly kind: TokenKind;
  readonly tokens: readonly TokenView[];
  readonly name: string;
  readonly onRevoke: (token: TokenView) => void;
  readonly onRotate: (token: TokenView) => void;
}

const tones = {
  valid: 'good',
  revoked: 'idle',
  expired: 'idle',
  used: 'idle',
  overlap: 'warn',
  replaced: 'idle',
} as const satisfies Record<string, Tone>;

export function TokenTable({ kind, tokens, name, onRevoke, onRotate }: TokenTableProps) {
  const w = allWords();
  const isBootstrap = kind === 'bootstrap';
  const isIncident = kind === 'incident';
  const isScoped = kind === 'read' || kind === 'mcp' || isIncident;
  const none = isIncident ? w.incidentTokens.unlimited : w.tokens.asksNothing;
  const always = kind === 'mcp' ? [w.tokens.mcpReads] : [];
  return (
    <TableRegion name={name}>
      <thead>
        <tr>
          <th scope="col">{w.tokens.name}</th>
          {isBootstrap && <th scope="col">{w.tokens.class}</th>}
          {isScoped && <th scope="col">{isIncident ? w.incidentTokens.limited : w.tokens.asks}</th>}
          <th scope="col">{w.tokens.state}</th>
          {isBootstrap && <th scope="col">{w.tokens.usesLeft}</th>}
          <th scope="col">{w.tokens.lastUsed}</th>
          <th scope="col">{w.tokens.expiresAt}</th>
          <th scope="col">{w.tokens.createdBy}</th>
          <th scope="col">
            <span class="unseen">{w.tokens.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => {
          const state = tokenState(token, Date.now());
          return (
            <tr key={token.id}>
              <th scope="row">
                {token.name}
                {token.starts_with !== undefined && <span class="mono small faint block">{token.starts_with}…</span>}
                <AuditLink about={token.id} name={token.name} />
              </th>
              {isBootstrap && <td>{token.class === undefined ? w.time.none : w.fleet.classes[token.class]}</td>}
              {isScoped && <td>{[...always, ...(token.scopes ?? [])].join(', ') || none}</td>}
              <td>
                <Tag tone={tones[state]}>{w.tokens.states[state]}</Tag>{' '}
                {expiresSoon(token, Date.now()) && <Tag tone="warn">{w.tokens.endsSoon}</Tag>}
              </td>
              {isBootstrap && <td>{token.uses_left}</td>}
              <td class="nowrap">
                <When at={token.last_used_at} />
              </td>
              <td class="nowrap">
                <When at={token.expires_at} />
              </td>
              <td>
                {token.created_by}
                <span class="small faint block nowrap">
                  <When at={token.created_at} />
                </span>
              </td>
              <td>
                <span class="tags">
                  {state === 'valid' && !isBootstrap && (
                    <button
                      type="button"
                      class="small-button"
                      aria-label={w.tokens.rotateOf(token.name)}
                      onClick={() => onRotate(token)}
                    >
                      {w.tokens.rotate}
                    </button>
                  )}
                  {(state === 'valid' || state === 'overlap') && (
                    <button
                      type="button"
                      class="small-button"
                      aria-label={w.tokens.revokeOf(token.name)}
                      onClick={() => onRevoke(token)}
                    >
                      {w.tokens.revoke}
                    </button>
                  )}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableRegion>
  );
}
