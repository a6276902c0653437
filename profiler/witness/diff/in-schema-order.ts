import { Diff } from './diff.ts';

/**
 * A comparison of our own in the order of its schema. Its rows, which may be a hundred thousand, are made in that order:
 * to read them by the schema costs more than to write them.
 */
export function inSchemaOrder(diff: Diff): Diff {
  const ordered = Diff.parse({ ...diff, axes: diff.axes.map((axis) => ({ ...axis, changes: [] })) });
  return { ...ordered, axes: ordered.axes.map((axis, at) => ({ ...axis, changes: diff.axes[at]?.changes ?? [] })) };
}
