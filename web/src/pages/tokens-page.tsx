/** Tokens of pipelines and scripts, and, on its own page, the bootstrap tokens that enrol instances. */
import type { Me, TokenKind } from '../../../src/control/api.ts';
import { TokenList } from '../../../src/control/api.ts';
import { isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { TokenSection } from '../parts/token-section.tsx';
import { words } from '../words/words.ts';

interface TokensPageProps {
  readonly me: Me;
  readonly title: string;
  readonly lede?: string;
  readonly kinds: readonly TokenKind[];
}

export function TokensPage({ me, title, lede, kinds }: TokensPageProps) {
  const w = words();
  const { answer, reload } = useAnswer(isAdmin(me) ? '/api/tokens' : undefined, TokenList);
  return (
    <>
      <PageHead title={title} {...(lede !== undefined && { lede })} />
      <SettingsNav />
      {isAdmin(me) ? (
        <AnswerView answer={answer} onAgain={reload}>
          {({ tokens }) =>
            kinds.map((kind) => (
              <TokenSection
                key={kind}
                kind={kind}
                tokens={tokens.filter((one) => one.kind === kind)}
                onChanged={reload}
              />
            ))
          }
        </AnswerView>
      ) : (
        <Notice tone="info">
          <p>{w.settings.adminOnlyView}</p>
        </Notice>
      )}
    </>
  );
}
