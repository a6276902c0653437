/** What each key does in a drawn tree. */
import type { FlameLayout, FlameTree } from './flame-tree.ts';
import { move, type Move } from './walk-tree.ts';

export interface FlameActs {
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

export function readKey(event: KeyboardEvent, walk: Walk): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = (walk.isFlipped ? flipped : moves)[event.key];
  if (by !== undefined) walk.onSelect(move(walk, walk.active, by));
  else if (event.key === 'Enter') walk.onZoom(walk.active);
  else if (event.key === 'Escape') walk.onBack();
  else if (event.key === '/') walk.onFind();
  else return;
  event.preventDefault();
}
