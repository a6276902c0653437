/**
 * One drawn tree. To assistive technology it is a tree of which the active node is in the page; the drawing itself is
 * for the eyes. Every frame is reached by keys alone.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawFlame } from './draw-flame.ts';
import type { Palette } from './flame-colours.ts';
import type { FlamePaint } from './flame-paint.ts';
import { hasCallees, nodeAt, siblingsOf, move, type Move } from './walk-tree.ts';
import type { FlameLayout, FlameTree } from './flame-tree.ts';
import { rowHeight, type Scene } from './place-frames.ts';

type Drawn = 'tree' | 'layout' | 'zoom' | 'matches' | 'selected' | 'selectedFrames';

export interface FlameCanvasProps extends FlameActs, Pick<Scene, Drawn> {
  readonly name: string;
  readonly paint: FlamePaint;
  readonly palette: Palette;
  readonly isFlipped?: boolean;
}

/** CSS pixels: more rows scroll. */
const mostHeight = 480;

export function FlameCanvas(props: FlameCanvasProps) {
  const { name, tree, layout, zoom, paint, selected, isFlipped = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const [width, setWidth] = useState(0);
  const [scrolled, setScrolled] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const height = Math.min(mostHeight, tree.levels * rowHeight);
  const active = selected ?? zoom;

  useLayoutEffect(() => followWidth(box.current, setWidth), []);
  const { palette, matches, selectedFrames } = props;
  const marks = { matches, selected, selectedFrames, hovered };
  const scene: Scene = { tree, layout, zoom, width, height, scrolled, isFlipped, ...marks, ...paint };
  useLayoutEffect(() => drawOn(canvas.current, scene, palette));
  useEffect(() => scrollTo(box.current, rowOf(scene, active)), [active, tree]);

  const nodeUnder = ({ offsetX, offsetY }: MouseEvent): number | undefined => {
    const row = Math.floor((offsetY + scrolled) / rowHeight);
    const value = (layout.start[zoom] ?? 0) + (offsetX / Math.max(width, 1)) * (layout.width[zoom] ?? 0);
    return nodeAt({ tree, layout }, isFlipped ? tree.levels - 1 - row : row, value);
  };
  return (
    <>
      <div
        ref={box}
        class="flame-tree"
        role="tree"
        tabIndex={0}
        aria-label={name}
        aria-activedescendant={`${id}-${active}`}
        onKeyDown={(event) => readKey(event, { ...props, isFlipped, active })}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          onPointerMove={(event) => setHovered(nodeUnder(event))}
          onPointerLeave={() => setHovered(undefined)}
          onClick={(event) => {
            const node = nodeUnder(event);
            if (node !== undefined) props.onZoom(node);
          }}
        />
        <svg class="flame-rest" width="1" height={tree.levels * rowHeight - height} aria-hidden="true" />
        <ActiveNode key={active} {...props} id={`${id}-${active}`} active={active} />
      </div>
      <p class="flame-line small">{paint.describe(hovered ?? active)}</p>
    </>
  );
}

interface ActiveNodeProps extends FlameCanvasProps {
  readonly id: string;
  readonly active: number;
}

/** The node that the keyboard is at. */
function ActiveNode({ id, active, tree, layout, paint, selected }: ActiveNodeProps) {
  const siblings = siblingsOf({ tree, layout }, active);
  return (
    <div
      id={id}
      class="unseen"
      role="treeitem"
      aria-level={(tree.depth[active] ?? 0) + 1}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(active) + 1}
      aria-selected={active === selected}
      {...(hasCallees({ tree, layout }, active) && { 'aria-expanded': true })}
    >
      {paint.describe(active)}
    </div>
  );
}

function rowOf({ tree, isFlipped }: Scene, node: number): number {
  const level = tree.depth[node] ?? 0;
  return isFlipped ? tree.levels - 1 - level : level;
}

function followWidth(box: HTMLElement | null, onWidth: (width: number) => void): (() => void) | undefined {
  if (box === null) return undefined;
  onWidth(box.clientWidth);
  const observer = new ResizeObserver(() => onWidth(box.clientWidth));
  observer.observe(box);
  return () => observer.disconnect();
}

function scrollTo(box: HTMLElement | null, row: number): void {
  if (box === null) return;
  const top = row * rowHeight;
  const lowest = top + rowHeight - box.clientHeight;
  if (top < box.scrollTop || lowest > box.scrollTop) box.scrollTop = top < box.scrollTop ? top : lowest;
}

function drawOn(canvas: HTMLCanvasElement | null, scene: Scene, palette: Palette): void {
  const context = canvas?.getContext('2d');
  if (canvas === null || context === undefined || context === null || scene.width === 0) return;
  const ratio = devicePixelRatio;
  const [width, height] = [Math.round(scene.width * ratio), Math.round(scene.height * ratio)];
  // Setting a size clears the canvas, and makes it again.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.height = `${scene.height}px`;
  drawFlame(context, scene, { palette, font: `12px ${getComputedStyle(canvas).fontFamily}`, ratio });
}

/** What each key does in a drawn tree. */
interface FlameActs {
  readonly onSelect: (node: number) => void;
  readonly onZoom: (node: number) => void;
  readonly onBack: () => void;
  readonly onFind: () => void;
}

interface Walk extends FlameActs {
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  readonly isFlipped: boolean;
  /** Where the keyboard is. */
  readonly active: number;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'caller',
  ArrowDown: 'callee',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'root',
};

/** Up is up: in a tree whose root is at the bottom it leads away from the root. */
const flipped: Readonly<Record<string, Move>> = { ...moves, ArrowUp: 'callee', ArrowDown: 'caller' };

function readKey(event: KeyboardEvent, walk: Walk): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = (walk.isFlipped ? flipped : moves)[event.key];
  if (by !== undefined) walk.onSelect(move(walk, walk.active, by));
  else if (event.key === 'Enter') walk.onZoom(walk.active);
  else if (event.key === 'Escape') walk.onBack();
  else if (event.key === '/') walk.onFind();
  else return;
  event.preventDefault();
}
