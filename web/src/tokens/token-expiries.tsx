/** Says which tokens end soon, to those who can replace them, before what uses them is refused. */
import { type TokenView, TokenList } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { Notice } from '../parts/notice.tsx';
import { When } from '../parts/when.tsx';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, loadLaterWords, locale } from '../words/words.ts';
import { expiresSoon } from './token-state.ts';

interface TokenExpiriesProps {
  readonly tokens: readonly TokenView[];
  /** Where the tokens are not on this page. */
  readonly hasLink?: boolean;
}

export function TokenExpiries({ tokens, hasLink = false }: TokenExpiriesProps) {
  const { acts, tokens: w } = allWords();
  const ending = tokens.filter((token) => expiresSoon(token, Date.now()));
  if (ending.length === 0) return null;
  return (
    <Notice tone="warn">
      {ending.map(({ id, kind, name, expires_at: at = '', last_used_at: usedAt }) => (
        <p key={id}>
          <strong>{w.soon(acts.tokens[kind], name, formatMoment(at, locale.value))}</strong>{' '}
          {usedAt === undefined ? (
            w.soonUnused
          ) : (
            <>
              {w.lastUsed} <When at={usedAt} />.
            </>
          )}
        </p>
      ))}
      <p>
        {w.soonRemedy} {hasLink && <a href={patterns.tokens}>{w.soonLink}</a>}
      </p>
    </Notice>
  );
}

/** The same on a page that shows no tokens. Only owners and admins may read them. */
export function TokensEnding() {
  const { answer } = useAnswer('/api/tokens', TokenList);
  return answer.state === 'ready' ? <TokenExpiries tokens={answer.value.tokens} hasLink /> : null;
}

export async function loadTokensEnding(): Promise<typeof TokensEnding> {
  await loadLaterWords();
  return TokensEnding;
}
