/** Every action of the policy that is left, with what it is for, what it lets its holder do, and which operation needs it. */
import { useEffect, useRef } from 'preact/hooks';
import { covers, isWildcard, operationsNeeding, type PolicySource } from '../../../src/policy/aws-policy.ts';
import { accessOf, expand, type PolicySide } from '../../../src/policy/policy-diff.ts';
import { formatCount } from '../reading/format-number.ts';
import { locale, allWords } from '../words/words.ts';
import { AccessTag } from './policies-access.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';

interface PoliciesActionsProps {
  readonly kept: PolicySide;
  readonly source: PolicySource;
  /** Actions that the address asks for. */
  readonly wanted: readonly string[];
}

export function PoliciesActions({ kept, source, wanted }: PoliciesActionsProps) {
  const w = allWords();
  const [first] = wanted;
  const row = useRef<HTMLTableCellElement>(null);
  // Once for what the address asks for: what else happens on the page moves nobody.
  useEffect(() => {
    if (first === undefined) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [first]);
  const rows = kept.policy.Statement.flatMap(({ Sid, Action }) => Action.map((action) => ({ sid: Sid, action })));
  return (
    <section aria-labelledby="policies-actions">
      <h2 id="policies-actions">{w.policies.actions.title}</h2>
      <TableRegion name={w.policies.actions.title}>
        <thead>
          <tr>
            <th scope="col">{w.policies.actions.action}</th>
            <th scope="col">{w.policies.actions.statement}</th>
            <th scope="col">{w.policies.actions.access}</th>
            <th scope="col">{w.policies.actions.purpose}</th>
            <th scope="col">{w.policies.actions.neededBy}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sid, action }) => (
            <tr key={action} class={wanted.includes(action) ? 'row-selected' : ''}>
              <th
                scope="row"
                class="mono break cell-name"
                {...(wanted.includes(action) && { 'aria-current': 'true', tabIndex: -1 })}
                ref={action === first ? row : null}
              >
                {action}
                {isWildcard(action) && (
                  <span class="small faint block">
                    {w.policies.actions.matches(formatCount(expand(kept.snapshot, action).length, locale.value))}
                  </span>
                )}
              </th>
              <td class="break cell-name">{sid}</td>
              <td>
                <AccessTag access={accessOf(kept.snapshot, action)} />
              </td>
              <td class="cell-text">
                <Purpose source={source} action={action} />
              </td>
              <td class="mono small break cell-name">{operationsNeeding(source, action).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
    </section>
  );
}

/** An action of the strict variant is there for what the wildcard above it is for. */
function Purpose({ source, action }: { readonly source: PolicySource; readonly action: string }) {
  const [, grant] = Object.entries(source.grants).find(([name]) => covers(name, action)) ?? [];
  if (grant === undefined) return null;
  return (
    <>
      <ServedText text={grant.purpose} />
      {grant.justification !== undefined && (
        <span class="small block">
          <ServedText text={grant.justification} />
        </span>
      )}
    </>
  );
}
