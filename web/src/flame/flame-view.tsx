/** The graph with its search, its table and its notes: one selection, shared by all of them and the address. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { locale } from '../words/words.ts';
import { describePicture, type FlameOwner, versionsOf } from './describe-picture.ts';
import { findFrames, selectFrames } from './find-frames.ts';
import { FlameCanvas } from './flame-canvas.tsx';
import type { FlameChoice } from './flame-choice.ts';
import { FlameControls } from './flame-controls.tsx';
import { FlameDownloads } from './flame-downloads.tsx';
import type { FlameVerdicts } from './flame-verdicts.ts';
import { FlameLegend, FlameNotes } from './flame-notes.tsx';
import { isCompared, paintTree } from './flame-paint.ts';
import { idOf, nodeOf } from './flame-path.ts';
import { FlameSandwich } from './flame-sandwich.tsx';
import { FlameTable } from './flame-table.tsx';
import { keyOf, layOut, readTree, sideOf } from './flame-tree.ts';
import { flameWords } from './flame-words.ts';
import { isInside, widestOf } from './walk-tree.ts';
import { formatAligned, formatCount } from '../reading/format-number.ts';
import { useScheme } from '../parts/use-scheme.ts';
import { palettes } from './flame-colours.ts';

interface FlameViewProps {
  readonly of: FlameOwner;
  readonly graph: MeasuredFlame;
  readonly verdicts: FlameVerdicts;
  readonly choice: FlameChoice;
  readonly choose: (change: Partial<FlameChoice>) => void;
}

export function FlameView({ of, graph, verdicts, choice, choose }: FlameViewProps) {
  const w = flameWords();
  const language = locale.value;
  const { isQuiet, hasVerdicts, rowOf } = verdicts;
  const palette = palettes[useScheme()];
  const isPainted = useAfterPaint();
  const search = useRef<HTMLInputElement>(null);
  /** Where Escape leads back to. */
  const zooms = useRef<(string | undefined)[]>([]);
  const side = graph.before === undefined ? 'after' : choice.side;
  const tree = useMemo(() => readTree(graph), [graph]);
  const layout = useMemo(() => layOut(tree, side), [tree, side]);
  const options = { graph, side, isQuiet, words: w, locale: language };
  const paint = useMemo(() => paintTree(tree, options), [tree, ...Object.values(options)]);
  const matches = useMemo(() => findFrames(graph.frames, choice.find), [graph, choice.find]);
  const frame = useMemo(() => graph.frames.findIndex(({ key }) => key === choice.frame), [graph, choice.frame]);
  const marked = useMemo(() => selectFrames(graph.frames, choice.frame, rowOf), [graph, choice.frame, rowOf]);
  const zoom = useMemo(() => nodeOf(tree, choice.zoom) ?? 0, [tree, choice.zoom]);
  const selected = useMemo(() => {
    const node = nodeOf(tree, choice.at);
    if (node !== undefined && keyOf(tree, node) === choice.frame) return node;
    return widestOf({ tree, layout }, marked);
  }, [tree, layout, choice.at, choice.frame, marked]);

  const zoomTo = (node: number): void => {
    if (node !== zoom) zooms.current.push(choice.zoom);
    choose({ frame: keyOf(tree, node), at: idOf(tree, node), zoom: node === 0 ? undefined : idOf(tree, node) });
  };
  const select = (node: number): void => {
    const isDrawn = isInside(tree, node, zoom) || isInside(tree, zoom, node);
    const caller = tree.parent[node] ?? 0;
    choose({
      frame: keyOf(tree, node),
      at: idOf(tree, node),
      ...(!isDrawn && { zoom: caller <= 0 ? undefined : idOf(tree, caller) }),
    });
  };
  const selectKey = (key: string): void => {
    const node = widestOf({ tree, layout }, selectFrames(graph.frames, key, rowOf));
    if (node === undefined) choose({ frame: key, at: undefined });
    else select(node);
  };
  const back = (): void => choose({ zoom: zooms.current.pop() });
  const reset = (): void => {
    zooms.current = [];
    choose({ zoom: undefined });
  };
  const find = (): void => search.current?.focus();
  const isSandwich = choice.view === 'sandwich' && frame >= 0;
  const { version } = sideOf(graph, side);

  return (
    <>
      <FlameNotes graph={graph} hasVerdicts={hasVerdicts} />
      <FlameControls
        {...{ graph, side, tree, layout, matches, search, choice, choose, isSandwich }}
        isZoomed={zoom !== 0}
        canCentre={frame >= 0}
        onBack={back}
        onReset={reset}
      >
        <FlameDownloads
          names={[of.workload, ...versionsOf(graph)]}
          subject={() =>
            describePicture({
              of,
              graph,
              tree,
              layout,
              side,
              zoom,
              matches,
              selected,
              isQuiet,
              hasVerdicts,
              find: choice.find,
              selectedFrames: marked,
              centre: isSandwich ? frame : undefined,
              words: w,
              locale: language,
            })
          }
        />
      </FlameControls>
      {isCompared(graph) && <FlameLegend palette={palette} hasVerdicts={hasVerdicts} />}
      {isSandwich ? (
        <FlameSandwich
          {...{ graph, tree, frame, side, palette, isQuiet, matches }}
          onFrame={(one) => choose({ frame: graph.frames[one]?.key, at: undefined })}
          onBack={() => choose({ view: 'graph' })}
          onFind={find}
        />
      ) : (
        <FlameCanvas
          {...{ tree, layout, zoom, paint, palette, matches, selected }}
          name={w.graphOf(version)}
          selectedFrames={marked}
          onSelect={select}
          onZoom={zoomTo}
          onBack={back}
          onFind={find}
        />
      )}
      {marked !== undefined && selected === undefined && (
        <p class="small" role="status">
          {w.notDrawn(choice.frame ?? '', version)}
        </p>
      )}
      <p class="hint">{isSandwich ? w.keysSandwich : w.keys}</p>
      {isCompared(graph) && <UnseenFunctions graph={graph} onSelect={selectKey} />}
      {isPainted && <FlameTable {...{ graph, matches, isQuiet }} selected={marked} onSelect={selectKey} />}
    </>
  );
}

/** False until the browser has painted: a long table would keep the drawing from appearing. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** Functions of the older version that the newer one was never seen in: they have no width in its drawing. */
interface UnseenFunctionsProps {
  readonly graph: MeasuredFlame;
  readonly onSelect: (key: string) => void;
}

const mostListed = 50;

function UnseenFunctions({ graph: { frames, before: older, after: newer }, onSelect }: UnseenFunctionsProps) {
  const w = flameWords();
  const unseen = frames
    .flatMap(({ key, before, after }) =>
      before !== undefined && before.total > 0 && after.total === 0 ? [{ key, total: before.total }] : [],
    )
    .toSorted((a, b) => b.total - a.total);
  if (older === undefined || unseen.length === 0) return null;
  const further = unseen.length - mostListed;
  return (
    <details class="disclosure">
      <summary>{w.unseenIn(formatCount(unseen.length, locale.value), older.version, newer.version)}</summary>
      <ul class="plain-list flame-unseen small">
        {unseen.slice(0, mostListed).map(({ key, total }) => (
          <li key={key}>
            <button type="button" class="flame-name mono" onClick={() => onSelect(key)}>
              {key}
            </button>{' '}
            <span class="faint figure nowrap">{formatAligned(total, locale.value)} CPU ms/s</span>
          </li>
        ))}
      </ul>
      {further > 0 && <p class="small faint">{w.unseenMore(formatCount(further, locale.value))}</p>}
    </details>
  );
}
