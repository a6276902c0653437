/** The connectors that can answer an operation, where they are configured, and the permissions that they need. */
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import { policiesHref } from '../browser/addresses.ts';
import { TableRegion } from '../parts/table-region.tsx';
import { allWords } from '../words/words.ts';

export function WhoAnswers({ described: { operation, connectors } }: { readonly described: CatalogOperation }) {
  const w = allWords();
  const { who } = w.ask;
  return (
    <section>
      <h2>{who.title}</h2>
      <TableRegion name={who.title} stacks>
        <thead>
          <tr>
            <th scope="col">{who.connector}</th>
            <th scope="col">{who.agents}</th>
            <th scope="col">{who.permissions}</th>
          </tr>
        </thead>
        <tbody>
          {operation.answers.map(({ connector, grants }) => {
            const known = connectors.find((one) => one.connector === connector);
            const { agents = [], further_agents: further = 0 } = known ?? {};
            return (
              <tr key={connector}>
                <th scope="row">{known?.title ?? connector}</th>
                <td data-column={who.agents} class="break">
                  {agents.length === 0 ? <span class="faint">{who.none}</span> : agents.join(', ')}
                  {further > 0 && ` ${who.further(further)}`}
                </td>
                <td data-column={who.permissions}>
                  {grants.length === 0 && <span class="faint">{who.noPermissions}</span>}
                  <ul class="plain-list">
                    {grants.map(({ grant, need }) => (
                      <li key={grant} class="break">
                        <code>{grant}</code> <span class="small faint">{who.needs[need]}</span>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            );
          })}
        </tbody>
      </TableRegion>
      <p>
        <a href={policiesHref()}>{who.permissionsPage}</a>
      </p>
    </section>
  );
}
