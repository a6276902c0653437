/** Who calls a function above it, what it calls below it, each merged over every stack that it is on. */
import { useMemo, useState } from 'preact/hooks';
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { locale } from '../words/words.ts';
import type { QuietRule } from './change.ts';
import { FlameCanvas } from './flame-canvas.tsx';
import type { Palette } from './flame-colours.ts';
import { paintTree } from './flame-paint.ts';
import { type FlameSideName, type FlameTree, layOut } from './flame-tree.ts';
import { flameWords } from './flame-words.ts';
import { splitKey } from './name-parts.ts';
import { calleesOf, callersOf } from './sandwich.ts';

interface FlameSandwichProps {
  readonly graph: MeasuredFlame;
  readonly tree: FlameTree;
  readonly frame: number;
  readonly side: FlameSideName;
  readonly palette: Palette;
  readonly isQuiet: QuietRule;
  readonly matches: Uint8Array | undefined;
  readonly onFrame: (frame: number) => void;
  readonly onBack: () => void;
  readonly onFind: () => void;
}

export function FlameSandwich(props: FlameSandwichProps) {
  const w = flameWords();
  const { tree, frame } = props;
  const callers = useMemo(() => callersOf(tree, frame), [tree, frame]);
  const callees = useMemo(() => calleesOf(tree, frame), [tree, frame]);
  const { name } = splitKey(tree.frames[frame]?.key ?? '');
  return (
    <>
      <h3>{w.callers(name)}</h3>
      <Half key={`callers ${frame}`} {...props} name={w.callers(name)} half={callers} isFlipped />
      <h3>{w.callees(name)}</h3>
      <Half key={`callees ${frame}`} {...props} name={w.callees(name)} half={callees} isFlipped={false} />
    </>
  );
}

interface HalfProps extends FlameSandwichProps {
  readonly name: string;
  readonly half: FlameTree;
  readonly isFlipped: boolean;
}

function Half({ name, half, isFlipped, graph, side, palette, isQuiet, matches, onFrame, onBack, onFind }: HalfProps) {
  const w = flameWords();
  const language = locale.value;
  const [selected, setSelected] = useState(0);
  const layout = useMemo(() => layOut(half, side), [half, side]);
  const paint = useMemo(
    () => paintTree(half, { graph, side, isQuiet, words: w, locale: language }),
    [half, graph, side, isQuiet, w, language],
  );
  return (
    <FlameCanvas
      {...{ name, layout, paint, palette, matches, isFlipped, selected, onBack, onFind }}
      tree={half}
      zoom={0}
      selectedFrames={undefined}
      onSelect={setSelected}
      onZoom={(node) => onFrame(half.frame[node] ?? 0)}
    />
  );
}
