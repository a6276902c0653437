/** Reads a flame graph and shows it. Loaded when it is opened, apart from the first screen. */
import { useMemo } from 'preact/hooks';
import type { AxisDiff } from '../../../profiler/witness/diff/diff.ts';
import { FlameGraph } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { ReadAhead } from '../edge/read-ahead.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { readVerdicts } from './flame-verdicts.ts';
import { FlameView } from './flame-view.tsx';
import { flameWords } from './flame-words.ts';
import { useFlameChoice } from './use-flame-choice.ts';

export interface FlamePanelProps {
  /** One for each instance that has a graph. */
  readonly sources: readonly { readonly name: string; readonly path: string }[];
  /** The functions of a comparison: only what changed by their verdicts is coloured. */
  readonly judged?: AxisDiff | undefined;
}

const ahead = new ReadAhead<FlameGraph>(FlameGraph);

/** Begins to read the graph that opening would show. */
export function readFlameAhead(sources: FlamePanelProps['sources'], instance: string | undefined): void {
  const source = chooseSource(sources, instance);
  if (source !== undefined) ahead.start(source.path);
}

function chooseSource(sources: FlamePanelProps['sources'], instance: string | undefined) {
  return sources.find(({ name }) => name === instance) ?? sources[0];
}

export function FlamePanel({ sources, judged }: FlamePanelProps) {
  const w = flameWords();
  const [choice, choose] = useFlameChoice();
  const source = chooseSource(sources, choice.instance);
  const { answer, reload } = useAnswer(source?.path, FlameGraph, undefined, ahead);
  const verdicts = useMemo(() => readVerdicts(judged), [judged]);
  return (
    <div class="flame-panel">
      {sources.length > 1 && (
        <SelectField
          label={w.instance}
          value={source?.name ?? ''}
          options={sources.map(({ name }) => [name, name] as const)}
          onChange={(instance) => choose({ instance, at: undefined, zoom: undefined })}
        />
      )}
      <AnswerView answer={answer} onAgain={reload}>
        {(graph) => {
          if (graph.state === 'missing') return <Missing why={graph.why} />;
          if (graph.nodes.frame.length === 0) return <p class="faint">{w.empty}</p>;
          return <FlameView {...{ graph, choice, choose, verdicts }} />;
        }}
      </AnswerView>
    </div>
  );
}

function Missing({ why }: { readonly why: readonly string[] }) {
  return (
    <div class="not-comparable">
      <p>{flameWords().missing}</p>
      <ul>
        {why.map((reason) => (
          <li key={reason}>
            <ServedText text={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}
