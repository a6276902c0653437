/** Which saved questions the page of a release shows, and why others are not offered. */
import { allWords } from '../words/words.ts';
import { mostCharts, type offerQuestions } from './choose-questions.ts';

interface QuestionChooserProps {
  readonly offered: ReturnType<typeof offerQuestions>;
  readonly chosen: readonly string[];
  /** `undefined`: what the page chooses by itself. */
  readonly onChoose: (ids: readonly string[] | undefined) => void;
}

export function QuestionChooser({ offered: { offers, lacking }, chosen, onChoose }: QuestionChooserProps) {
  const { ask, release } = allWords();
  const { metrics: say } = release;
  const isFull = chosen.length >= mostCharts;
  return (
    <details class="disclosure release-chooser">
      <summary>{say.choose(chosen.length, offers.length)}</summary>
      <div class="release-choices">
        <p class="small faint">
          {say.chooseText(mostCharts)} {isFull && say.most} {say.window}
        </p>
        <fieldset class="checks">
          <legend class="unseen">{ask.saved.title}</legend>
          {offers.map(({ question: { id, name, operation } }) => {
            const isChosen = chosen.includes(id);
            return (
              <label key={id} class="check">
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => onChoose(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                />
                <span>
                  {name} <span class="small faint mono">{operation}</span>
                </span>
              </label>
            );
          })}
        </fieldset>
        <button type="button" class="small-button start" onClick={() => onChoose(undefined)}>
          {say.usual}
        </button>
        <Lacking lacking={lacking} />
      </div>
    </details>
  );
}

export function Lacking({ lacking }: Pick<QuestionChooserProps['offered'], 'lacking'>) {
  const { metrics: say } = allWords().release;
  return (
    <>
      {(['window', 'curves', 'description'] as const).map((reason) => {
        const names = lacking.get(reason)?.map(({ name }) => name) ?? [];
        return (
          names.length > 0 && (
            <p key={reason} class="small faint">
              {say.lacking[reason]} {names.join(', ')}
            </p>
          )
        );
      })}
    </>
  );
}
