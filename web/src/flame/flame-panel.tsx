/** Reads a flame graph and shows it. Loaded when it is opened, apart from the first screen. */
import { useMemo } from 'preact/hooks';
import { FlameGraph, type MeasuredFlame } from '../../../profiler/witness/flame/flame-graph.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { alwaysQuiet, quietBelow, type QuietRule } from './change.ts';
import { FlameView } from './flame-view.tsx';
import { flameWords } from './flame-words.ts';
import { useFlameChoice } from './use-flame-choice.ts';

export interface FlamePanelProps {
  /** One for each instance that has a graph. */
  readonly sources: readonly { readonly name: string; readonly path: string }[];
  /** Which differences are drawn grey. Without a rule: those under 10 %, and all until both sides have replicates. */
  readonly isQuiet?: QuietRule | undefined;
}

/** Captures that each side needs before a difference can be distinguished from noise. */
const leastCaptures = 2;

export function FlamePanel({ sources, isQuiet }: FlamePanelProps) {
  const w = flameWords();
  const [choice, choose] = useFlameChoice();
  const source = sources.find(({ name }) => name === choice.instance) ?? sources[0];
  const { answer, reload } = useAnswer(source?.path, FlameGraph);
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
          return <Measured {...{ graph, choice, choose, isQuiet }} />;
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

interface MeasuredProps extends Pick<FlamePanelProps, 'isQuiet'> {
  readonly graph: MeasuredFlame;
  readonly choice: ReturnType<typeof useFlameChoice>[0];
  readonly choose: ReturnType<typeof useFlameChoice>[1];
}

function Measured({ graph, choice, choose, isQuiet }: MeasuredProps) {
  const lacksVerdict = isQuiet === undefined && hasTooFewCaptures(graph);
  const rule = useMemo(() => isQuiet ?? (hasTooFewCaptures(graph) ? alwaysQuiet : quietBelow(0.1)), [isQuiet, graph]);
  return <FlameView {...{ graph, choice, choose, lacksVerdict }} isQuiet={rule} />;
}

function hasTooFewCaptures({ before, after, not_comparable: reason }: MeasuredFlame): boolean {
  return before !== undefined && reason === undefined && Math.min(before.captures, after.captures) < leastCaptures;
}
