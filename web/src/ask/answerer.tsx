/** Which source of which Agent is to answer. Shown where there is something to choose. */
import { useContext } from 'preact/hooks';
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import { SelectField } from '../parts/select-field.tsx';
import { allWords } from '../words/words.ts';
import { ArgErrors } from './arg-errors.ts';
import { ErrorTexts } from './arg-parts.tsx';
import type { FormState } from './question-state.ts';
import { allSources, severalOf, toggleSource } from './several-sources.ts';

/** Of the chooser: more than one, and not all. */
const someSources = ',';

type Chosen = Pick<FormState, 'source' | 'instance'>;

interface AnswererProps {
  readonly described: CatalogOperation;
  readonly form: Chosen;
  readonly onChange: (change: Partial<Chosen>) => void;
}

interface Choice {
  readonly source: string;
  readonly label: string;
  readonly agents: readonly string[];
}

type Known = Partial<CatalogOperation['connectors'][number]> & { readonly connector: string };

/** The sources of a connector; where no live Agent has one, the connector itself, which says so. */
function choicesOf({ connector, title = connector, sources }: Known): Choice[] {
  if (sources === undefined) return [{ source: connector, label: title, agents: [] }];
  if (sources.length === 0) {
    return [{ source: connector, label: allWords().ask.form.notConfigured(title), agents: [] }];
  }
  return sources.map(({ source, about, agents }) => {
    const more = [...(source === connector ? [] : [title]), ...(about === undefined ? [] : [about])];
    const name = source === connector ? title : source;
    return { source, label: [name, ...more].join(' · '), agents };
  });
}

export function Answerer({ described: { operation, connectors }, form, onChange }: AnswererProps) {
  const w = allWords();
  const errors = useContext(ArgErrors).filter(({ path }) => path === 'source' || path === 'instance');
  const choices = operation.answers.flatMap(({ connector }) =>
    choicesOf(connectors.find((one) => one.connector === connector) ?? { connector }),
  );
  const several = severalOf(form.source);
  const isChosen = (source: string): boolean => source === form.source || (several?.includes(source) ?? false);
  const chosen = choices.filter(({ source }) => form.source === '' || several === allSources || isChosen(source));
  const agents = [...new Set(chosen.flatMap((one) => one.agents))].toSorted();
  const known = [...new Set([...agents, ...(form.instance === '' ? [] : [form.instance])])];
  if (choices.length < 2 && known.length < 2 && errors.length === 0 && form.source === '') return null;
  const sources = choices.map(({ source, label }) => [source, label] as const);
  const isRead = operation.access === 'read';
  const firstTwo = sources
    .slice(0, 2)
    .map(([source]) => source)
    .join(',');
  const isSourceWrong = errors.some(({ path }) => path === 'source');
  return (
    <div class="ask-answerer">
      <div class="form-row">
        {(sources.length > 1 || form.source !== '' || isSourceWrong) && (
          <SelectField
            name="source"
            label={w.ask.form.source}
            value={several === undefined || several === allSources ? form.source : someSources}
            options={[
              ['', w.ask.form.anySource],
              ...sources,
              ...(isRead && sources.length > 1 ? [[allSources, w.ask.form.allSources] as const] : []),
              ...(isRead && sources.length > 2 ? [[someSources, w.ask.form.someSources] as const] : []),
            ]}
            onChange={(source) => onChange({ source: source === someSources ? firstTwo : source })}
          />
        )}
        {known.length > 1 && (
          <SelectField
            name="instance"
            label={w.ask.form.instance}
            value={form.instance}
            options={[['', w.ask.form.anyInstance], ...known.map((one) => [one, one] as const)]}
            onChange={(instance) => onChange({ instance })}
          />
        )}
      </div>
      {several !== undefined && several !== allSources && (
        <fieldset class="ask-sources">
          <legend class="unseen">{w.ask.form.someSources}</legend>
          {sources.map(([source, label]) => (
            <label key={source} class="check">
              <input
                type="checkbox"
                name="sources"
                checked={several.includes(source)}
                onChange={() => onChange({ source: toggleSource(form.source, source) })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      {sources.length > 1 && <p class="hint">{w.ask.form.sourceHint}</p>}
      <ErrorTexts id="ask-source-error" errors={errors} />
    </div>
  );
}
