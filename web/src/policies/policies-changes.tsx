/** The rows of a difference between two policies: what comes, what goes, what moved, what the vendor widened. */
import type { ChangedAction, PolicyDiff } from '../../../src/policy/policy-diff.ts';
import { formatCount } from '../reading/format-number.ts';
import { locale, allWords } from '../words/words.ts';
import { AccessTag } from './policies-access.tsx';
import { TableRegion } from '../parts/table-region.tsx';

export function PoliciesChanges({ diff }: { readonly diff: PolicyDiff }) {
  const w = allWords();
  const count = (size: number): string => formatCount(size, locale.value);
  const changed = (change: 'added' | 'removed', one: ChangedAction) => (
    <tr key={one.action}>
      <td class="nowrap">{w.policies.compare.changes[change]}</td>
      <th scope="row" class="mono">
        {one.action}
        {one.matches !== undefined && (
          <span class="small faint block">{w.policies.actions.matches(count(one.matches.length))}</span>
        )}
      </th>
      <td>{one.sid}</td>
      <td>
        <AccessTag access={one.access} />
      </td>
      <td class="mono small">{one.neededBy.join(', ') || w.policies.compare.noOperation}</td>
    </tr>
  );
  return (
    <TableRegion name={w.policies.compare.title}>
      <thead>
        <tr>
          <th scope="col">{w.policies.compare.change}</th>
          <th scope="col">{w.policies.actions.action}</th>
          <th scope="col">{w.policies.actions.statement}</th>
          <th scope="col">{w.policies.actions.access}</th>
          <th scope="col">{w.policies.actions.neededBy}</th>
        </tr>
      </thead>
      <tbody>
        {diff.added.map((one) => changed('added', one))}
        {diff.removed.map((one) => changed('removed', one))}
        {diff.moved.map(({ action, from, to }) => (
          <tr key={action}>
            <td class="nowrap">{w.policies.compare.changes.moved}</td>
            <th scope="row" class="mono">
              {action}
            </th>
            <td colSpan={3}>{w.policies.compare.moved(from, to)}</td>
          </tr>
        ))}
        {diff.grown.map(({ action, sid, added, removed }) => (
          <tr key={action}>
            <td class="nowrap">{w.policies.compare.changes.grown}</td>
            <th scope="row" class="mono">
              {action}
              <span class="small faint block">
                {w.policies.compare.grown(count(added.length), count(removed.length))}
              </span>
            </th>
            <td>{sid}</td>
            <td colSpan={2} class="mono small">
              {[...added.map((one) => `+ ${one.action} (${one.access})`), ...removed.map((one) => `- ${one}`)].join(
                ', ',
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
