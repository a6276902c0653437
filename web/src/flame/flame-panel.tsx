/** Reads a flame graph and shows it. Loaded when it is opened, apart from the first screen. */
import { useMemo, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AxisSummary } from '../../../profiler/witness/diff/diff.ts';
import { FlameGraph } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { ComparisonTable } from '../../../src/control/api/comparison.ts';
import { ReadAhead } from '../edge/read-ahead.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { ServedText } from '../parts/served-text.tsx';
import type { FlameOwner } from './describe-picture.ts';
import { readVerdicts } from './flame-verdicts.ts';
import { FlameView } from './flame-view.tsx';
import { flameWords } from './flame-words.ts';
import { selectedRow } from '../parts/selected-row.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { place } from '../browser/router.ts';
import { type FlameChoice, readChoice, writeChoice } from './flame-choice.ts';

export interface FlamePanelProps {
  readonly of: FlameOwner;
  /** One for each instance that has a graph. */
  readonly sources: readonly { readonly name: string; readonly path: string }[];
  /** The functions of a comparison: only what changed by their verdicts is coloured. */
  readonly judged?: { readonly axis: AxisSummary; /** Of its rows. */ readonly path: string } | undefined;
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

export function FlamePanel({ of, sources, judged }: FlamePanelProps) {
  const w = flameWords();
  const [choice, choose] = useFlameChoice();
  const source = chooseSource(sources, choice.instance);
  const { answer, reload } = useAnswer(source?.path, FlameGraph, undefined, ahead);
  const table = useAnswer(judged?.path, ComparisonTable);
  const changes = table.answer.state === 'ready' ? table.answer.value.changes : undefined;
  const verdicts = useMemo(() => readVerdicts(judged?.axis, changes), [judged?.axis, changes]);
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
          return <FlameView {...{ of, graph, choice, choose, verdicts }} />;
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

/** Keys that are held down choose faster than a browser lets an address change. */
const settleMs = 150;

type Choose = (change: Partial<FlameChoice>) => void;

/** The choice of a flame graph, shared with the address: a link restores it, and choosing rewrites the link. */
function useFlameChoice(): readonly [FlameChoice, Choose] {
  const [choice, setChoice] = useState(() => readChoice(place.peek().query));
  const here = place.value;
  const known = useRef(here);

  // A link of this page, or going back.
  useEffect(() => {
    if (known.current === here) return;
    known.current = here;
    setChoice(readChoice(here.query));
  }, [here]);

  useEffect(() => {
    const at = known.current;
    const timer = setTimeout(() => {
      // Going back changed the address since: it says another choice, which is not drawn yet.
      if (place.peek() !== at) return;
      rewriteAddress(choice);
      if (choice.frame !== undefined) selectedRow.value = { axis: functionAxis, key: choice.frame };
    }, settleMs);
    return () => clearTimeout(timer);
  }, [choice]);

  return [choice, useCallback((change) => setChoice((before) => ({ ...before, ...change })), [])];
}

/** Past the router: the page is the same, and drawing it again for each step of a selection would take too long. */
function rewriteAddress(choice: FlameChoice): void {
  const { pathname, search, hash } = location;
  const query = writeChoice(new URLSearchParams(search), choice).toString();
  const written = query === '' ? '' : `?${query}`;
  if (written !== search) history.replaceState(null, '', `${pathname}${written}${hash}`);
}
