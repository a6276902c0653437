/** What metrics show around the moment of a release: saved questions, asked with the rights of who looks, and never stored. */
import type { ComponentChildren } from 'preact';
import { patterns } from '../browser/addresses.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { allWords } from '../words/words.ts';
import { useAskQueue } from './ask-queue.ts';
import { chooseDefault, mostCharts, type Offer, type offerQuestions, questionIn } from './choose-questions.ts';
import { Lacking, QuestionChooser } from './question-chooser.tsx';
import { type Around as AroundMoment, QuestionTile } from './question-tile.tsx';
import { type Around, arounds } from './release-period.ts';
import { readRemembered } from './remembered-questions.ts';
import { useOffers } from './use-offers.ts';

interface ReleaseMetricsProps {
  readonly workload: string;
  /** Of the address; `undefined` where it names no questions. */
  readonly given: readonly string[] | undefined;
  readonly length: Around;
  readonly around: AroundMoment;
  readonly onChoose: (ids: readonly string[] | undefined) => void;
  readonly onLength: (length: Around) => void;
  /** Moves the end of the hours to now. */
  readonly onAgain: () => void;
}

export function ReleaseMetrics(props: ReleaseMetricsProps) {
  const { answer, reload } = useOffers();
  return (
    <AnswerView answer={answer} onAgain={reload}>
      {(offered) =>
        offered.offers.length === 0 ? <Nothing offered={offered} /> : <Charts {...props} {...{ offered }} />
      }
    </AnswerView>
  );
}

type Offered = ReturnType<typeof offerQuestions>;

function Nothing({ offered: { lacking } }: { readonly offered: Offered }) {
  const { metrics: say } = allWords().release;
  return (
    <Frame>
      <p>
        {say.none} {say.noneText} <a href={patterns.ask}>{say.ask}</a>
      </p>
      <Lacking lacking={lacking} />
    </Frame>
  );
}

function Charts({ workload, given, length, around, offered, ...acts }: ReleaseMetricsProps & { offered: Offered }) {
  const { metrics: say } = allWords().release;
  const ids = given ?? readRemembered(workload) ?? chooseDefault(offered.offers, workload);
  const found = ids.flatMap((id) => offered.offers.find(({ question }) => question.id === id) ?? []);
  const shown = found.slice(0, mostCharts).map((offer) => ({ offer, question: questionIn(offer, around.period) }));
  const missing = given === undefined ? 0 : given.length - found.length;
  const queue = useAskQueue(shown.map(({ question }) => question));
  return (
    <Frame
      controls={
        <>
          <SelectField
            label={say.around}
            value={length}
            options={arounds.map((one) => [one, say.arounds[one]])}
            onChange={acts.onLength}
          />
          <button
            type="button"
            class="small-button"
            onClick={() => {
              acts.onAgain();
              queue.askAgain(shown.map(({ question }) => question));
            }}
          >
            {say.again}
          </button>
        </>
      }
    >
      <div class="release-line">
        <Legend around={around} />
        <QuestionChooser offered={offered} chosen={idsOf(shown)} onChoose={acts.onChoose} />
      </div>
      {missing > 0 && <p class="small">{say.unknown(missing)}</p>}
      {shown.length === 0 && <p>{say.noneChosen}</p>}
      {shown.map(({ offer: { question: saved }, question }) => (
        <QuestionTile
          key={saved.id}
          id={saved.id}
          name={saved.name}
          question={question}
          outcome={queue.outcomeOf(question)}
          around={around}
          onAgain={() => queue.askAgain([question])}
        />
      ))}
    </Frame>
  );
}

function idsOf(shown: readonly { readonly offer: Offer }[]): readonly string[] {
  return shown.map(({ offer }) => offer.question.id);
}

interface FrameProps {
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Frame({ controls, children }: FrameProps) {
  const { metrics: say } = allWords().release;
  return (
    <section class="release-metrics" aria-labelledby="release-metrics">
      <div class="release-metrics-head">
        <h2 id="release-metrics">{say.title}</h2>
        {controls}
      </div>
      <p class="small faint">{say.lede}</p>
      {children}
    </section>
  );
}

/** Of marks that some chart has. */
function Legend({ around: { marks, by } }: { readonly around: AroundMoment }) {
  const { marks: names } = allWords().release.metrics;
  return (
    <ul class="plain-list small faint release-legend">
      <li>
        <i class="release-key chart-deploy-main" aria-hidden="true" />{' '}
        {by === 'deploy' ? names.deploy : names.captureMoment}
      </li>
      {marks.incidents.length > 0 && (
        <li>
          <i class="release-key chart-incident" aria-hidden="true" /> {names.incident}
        </li>
      )}
      {marks.captures.length > 0 && (
        <li>
          <i class="release-key chart-capture" aria-hidden="true" /> {names.capture}
        </li>
      )}
    </ul>
  );
}
