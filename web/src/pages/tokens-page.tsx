/** Tokens of pipelines, scripts and assistants, and, on its own page, the bootstrap tokens that enrol instances. */
import { type Me, type TokenKind, TokenList } from '../../../src/control/api/api.ts';
import { CaDownload } from '../tokens/ca-download.tsx';
import { isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { TokenExpiries } from '../tokens/token-expiries.tsx';
import { TokenSection } from '../tokens/token-section.tsx';
import { allWords } from '../words/words.ts';

const kindsOf = { tokens: ['capture', 'read', 'mcp', 'incident'], enrolment: ['bootstrap'] } as const satisfies Record<
  string,
  readonly TokenKind[]
>;

interface TokensPageProps {
  readonly me: Me;
  readonly page: keyof typeof kindsOf;
}

export function TokensPage({ me, page }: TokensPageProps) {
  const w = allWords();
  const { answer, reload } = useAnswer(isAdmin(me) ? '/api/tokens' : undefined, TokenList);
  return (
    <>
      <PageHead
        title={page === 'tokens' ? w.tokens.title : w.settings.enrolment}
        {...(page === 'tokens' && { lede: w.tokens.lede })}
      />
      <SettingsNav />
      {isAdmin(me) ? (
        <AnswerView answer={answer} onAgain={reload}>
          {({ tokens }) => (
            <>
              {page === 'tokens' && <TokenExpiries tokens={tokens} />}
              {kindsOf[page].map((kind) => (
                <TokenSection
                  key={kind}
                  kind={kind}
                  tokens={tokens.filter((one) => one.kind === kind)}
                  onChanged={reload}
                />
              ))}
            </>
          )}
        </AnswerView>
      ) : (
        <Notice tone="info">
          <p>{w.settings.adminOnlyView}</p>
        </Notice>
      )}
      {page === 'enrolment' && <CaDownload />}
    </>
  );
}
