/** Search, the side whose widths are drawn, the view, and the way back. */
import type { ComponentChildren, RefObject } from 'preact';
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { locale } from '../words/words.ts';
import { sayMatched } from './find-frames.ts';
import type { FlameChoice } from './flame-choice.ts';
import type { FlameLayout, FlameSideName, FlameTree } from './flame-tree.ts';
import { flameWords } from './flame-words.ts';

interface FlameControlsProps {
  readonly graph: MeasuredFlame;
  readonly side: FlameSideName;
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  readonly matches: Uint8Array | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly choice: FlameChoice;
  readonly choose: (change: Partial<FlameChoice>) => void;
  readonly isSandwich: boolean;
  readonly isZoomed: boolean;
  /** Whether a function is selected. */
  readonly canCentre: boolean;
  readonly onBack: () => void;
  readonly onReset: () => void;
  /** Beside the other buttons. */
  readonly children: ComponentChildren;
}

export function FlameControls(props: FlameControlsProps) {
  const w = flameWords();
  const { graph, side, search, choice, choose, isSandwich, isZoomed, canCentre } = props;
  return (
    <>
      <div class="form-row filter" role="search" aria-label={w.table.name}>
        <TextField name="find" label={w.find} value={choice.find} input={search} onInput={(find) => choose({ find })} />
        {graph.before !== undefined && (
          <SelectField
            name="side"
            label={w.widths}
            value={side}
            options={[
              ['after', graph.after.version],
              ['before', graph.before.version],
            ]}
            onChange={(next) => choose({ side: next })}
          />
        )}
      </div>
      <div class="actions">
        <button
          type="button"
          class="small-button"
          disabled={!canCentre}
          {...(!canCentre && { title: w.chooseFirst })}
          onClick={() => choose({ view: isSandwich ? 'graph' : 'sandwich' })}
        >
          {isSandwich ? w.graph : w.sandwich}
        </button>
        {!isSandwich && (
          <>
            <button type="button" class="small-button" disabled={!isZoomed} onClick={props.onBack}>
              {w.back}
            </button>
            <button type="button" class="small-button" disabled={!isZoomed} onClick={props.onReset}>
              {w.reset}
            </button>
          </>
        )}
        {props.children}
        <Matched {...props} />
      </div>
    </>
  );
}

/** How much a search found; said to screen readers as it changes. */
function Matched({ graph, side, tree, layout, matches }: Omit<FlameControlsProps, 'children'>) {
  return (
    <span role="status" class="small">
      {matches !== undefined && sayMatched({ graph, side, tree, layout, matches }, flameWords(), locale.value)}
    </span>
  );
}
