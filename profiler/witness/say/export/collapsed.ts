/**
 * Collapsed stacks: one line for each stack, root first, `;` between functions, CPU time in nanoseconds behind it. Two
 * sides have two columns, as tools for differential flame graphs read them.
 */
import { printable } from '../../../../src/core/text/hidden-characters.ts';
import { type Frame } from './read-frame.ts';
import { scaleTo, type StackProfile } from './stack-profile.ts';

export function writeCollapsed({ stacks }: StackProfile): string {
  const lines = new Map<string, number>();
  for (const { frames, cpuNs } of stacks) lines.set(lineOf(frames), (lines.get(lineOf(frames)) ?? 0) + cpuNs);
  return textOf([...lines].map(([line, cpuNs]) => `${line} ${Math.round(cpuNs)}`));
}

/** Columns: baseline, head. The baseline is scaled to the time for which the head was measured. */
export function writeCollapsedPair(baseline: StackProfile, head: StackProfile): string {
  const lines = new Map<string, [before: number, after: number]>();
  const add = ({ stacks }: StackProfile, column: 0 | 1): void => {
    for (const { frames, cpuNs } of stacks) {
      const line = lineOf(frames);
      const columns = lines.get(line) ?? [0, 0];
      columns[column] += cpuNs;
      lines.set(line, columns);
    }
  };
  add(head, 1);
  add(scaleTo(baseline, head.measuredNs), 0);
  return textOf([...lines].map(([line, [before, after]]) => `${line} ${Math.round(before)} ${Math.round(after)}`));
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf(frames: readonly Frame[]): string {
  return frames.map(nameOf).join(';');
}

/** A semicolon separates functions and a line break stacks: a name of the target holds neither. */
function nameOf({ name, module }: Frame): string {
  const text = module === '' ? name : `${name} (${module})`;
  return printable(text.replaceAll(';', ':'));
}
