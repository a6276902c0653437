/** What a comparison says first: the cost with its cause, the causes as cards, what is new, and an account of every finding. */
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import type { Answer, Fresh } from '../../../profiler/witness/diff/summary.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { CauseCard } from './cause-card.tsx';
import { DiffFindings } from './diff-findings.tsx';
import { DiffReservations } from './diff-reservations.tsx';
import { certaintyOf, HowSure } from './how-sure.tsx';
import { RowLink } from './row-link.tsx';

interface DiffAnswerProps {
  readonly diff: ComparisonSummary;
}

export function DiffAnswer({ diff }: DiffAnswerProps) {
  const { answer } = diff.summary;
  return answer === undefined ? <Sentence diff={diff} /> : <CauseAnswer answer={answer} diff={diff} />;
}

/** What comparisons of earlier versions say first: one sentence, and the findings as cards. */
function Sentence({ diff }: DiffAnswerProps) {
  const { sentences, findings } = diff.summary;
  return (
    <section class="verdict" aria-label={allWords().diff.verdict}>
      <h2 class="lead-text">{sentences[locale.value]}</h2>
      <DiffReservations diff={diff} />
      <DiffFindings findings={findings} diff={diff} />
    </section>
  );
}

function CauseAnswer({ answer, diff }: DiffAnswerProps & { readonly answer: Answer }) {
  const w = allWords();
  const { lead, level = certaintyOf(diff.summary), odds, causes, more_causes: more, fresh, account } = answer;
  return (
    <section class="verdict" aria-labelledby="verdict-title">
      <h2 id="verdict-title" class="unseen">
        {w.diff.verdict}
      </h2>
      <div class="lead">
        <p class="lead-text">{lead[locale.value]}</p>
        <HowSure level={level} odds={odds} diff={diff} isLabelled />
      </div>
      <DiffReservations diff={diff} />
      {causes.length > 0 && (
        <ol class="causes">
          {causes.map((cause, at) => (
            <CauseCard key={`${cause.id} ${at}`} {...{ cause, diff }} />
          ))}
        </ol>
      )}
      {fresh.length > 0 && <FreshKeys fresh={fresh} version={diff.head.version} />}
      <p class="small faint account">
        {account[locale.value]}
        {more > 0 && ` ${w.comparison.cause.more(formatCount(more, locale.value))}`}
      </p>
    </section>
  );
}

/** One line for each kind, in the order in which somebody should ask. */
function FreshKeys({ fresh, version }: { readonly fresh: readonly Fresh[]; readonly version: string }) {
  const { cause: say, finding } = allWords().comparison;
  return (
    <div class="fresh">
      <h3>{say.fresh(version)}</h3>
      <ul>
        {[...Map.groupBy(fresh, ({ axis }) => axis)].map(([axis, rows]) => {
          const others = rows.reduce((sum, one) => sum + one.others, 0);
          return (
            <li key={axis}>
              {rows.map(({ key, text }, at) => (
                <span key={key}>
                  {at > 0 && ', '}
                  <RowLink row={{ axis, key }} to="row" label={`${finding.row}: ${text[locale.value]}`}>
                    {text[locale.value]}
                  </RowLink>
                </span>
              ))}
              {others > 0 && ` ${say.moreFresh(formatCount(others, locale.value))}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
