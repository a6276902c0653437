/** The operations that stop working without the statements left out, each with what it lacks then. */
import type { LostOperation } from './policies-choice.ts';
import { allWords } from '../words/words.ts';
import { TableRegion } from '../parts/table-region.tsx';

export function PoliciesLost({ lost }: { readonly lost: readonly LostOperation[] }) {
  const w = allWords();
  return (
    <section aria-labelledby="policies-lost">
      <h2 id="policies-lost">{w.policies.lost.title}</h2>
      {lost.length === 0 ? (
        <p>{w.policies.lost.none}</p>
      ) : (
        <TableRegion name={w.policies.lost.title}>
          <thead>
            <tr>
              <th scope="col">{w.policies.lost.operation}</th>
              <th scope="col">{w.policies.lost.missing}</th>
            </tr>
          </thead>
          <tbody>
            {lost.map(({ operation, missing }) => (
              <tr key={operation}>
                <th scope="row" class="mono">
                  {operation}
                </th>
                <td class="mono small">{missing.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </section>
  );
}
