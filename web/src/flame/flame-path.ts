/** Names a node of a tree by its way from the root, so that a link finds it again in another answer. */
import type { FlameTree } from './flame-tree.ts';

/** Two hashes of 32 bits for each node: two ways of a hundred thousand do not meet by chance. */
type Hashes = readonly [Uint32Array, Uint32Array];

const seeds = [0x81_1c_9d_c5, 0x9e_37_79_b9] as const;
const known = new WeakMap<FlameTree, Hashes>();

/** 16 hexadecimal digits. */
export function idOf(tree: FlameTree, node: number): string {
  return hashesOf(tree)
    .map((hashes) => (hashes[node] ?? 0).toString(16).padStart(8, '0'))
    .join('');
}

/** Undefined when the tree has no such way. */
export function nodeOf(tree: FlameTree, id: string | undefined): number | undefined {
  if (id === undefined || !/^[\da-f]{16}$/u.test(id)) return undefined;
  const [first, second] = hashesOf(tree);
  const wanted = [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)];
  for (let node = 0; node < first.length; node++) {
    if (first[node] === wanted[0] && second[node] === wanted[1]) return node;
  }
  return undefined;
}

function hashesOf(tree: FlameTree): Hashes {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const hashes: Hashes = [hashWays(tree, seeds[0]), hashWays(tree, seeds[1])];
  known.set(tree, hashes);
  return hashes;
}

function hashWays({ frames, frame, parent }: FlameTree, seed: number): Uint32Array {
  const names = Uint32Array.from(frames, ({ key }) => hashText(key, seed));
  const ways = new Uint32Array(frame.length);
  ways[0] = seed;
  for (let node = 1; node < ways.length; node++) {
    ways[node] = mix(ways[parent[node] ?? 0] ?? 0, names[frame[node] ?? 0] ?? 0);
  }
  return ways;
}

function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

function mix(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x01_00_01_93);
  return (product ^ (product >>> 15)) >>> 0;
}
