/** People of the identity provider who were removed: an admin lets one in again. Nothing where there are none. */
import { useState } from 'preact/hooks';
import type { Me, People } from '../../../src/control/api/api.ts';
import { mayActOn } from '../../../src/control/api/authority.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { allWords } from '../words/words.ts';
import { AuditLink } from '../parts/audit-link.tsx';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

type Removed = NonNullable<People['removed']>[number];

interface RemovedPeopleProps {
  readonly people: readonly Removed[];
  readonly me: Me;
  readonly onChanged: () => void;
}

export function RemovedPeople({ people, me, onChanged }: RemovedPeopleProps) {
  const w = allWords().people;
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  if (people.length === 0) return null;

  const askToReadmit = ({ id, name }: Removed): void =>
    setConfirmation({
      title: w.readmitTitle(name),
      text: w.readmitText,
      doLabel: w.readmitDo,
      isDanger: false,
      act: async () => {
        await callApiForNothing('POST', `/api/people/${encodeURIComponent(id)}/readmission`);
        onChanged();
      },
    });

  return (
    <section aria-labelledby="removed-people-title">
      <h2 id="removed-people-title">{w.removed}</h2>
      <p class="faint">{w.removedText}</p>
      <TableRegion name={w.removed}>
        <thead>
          <tr>
            <th scope="col">{w.name}</th>
            <th scope="col">{w.role}</th>
            <th scope="col">{w.removedAt}</th>
            <th scope="col">
              <span class="unseen">{w.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                {person.name}
                <AuditLink about={person.id} name={person.name} />
              </th>
              <td>{allWords().roles[person.role]}</td>
              <td class="nowrap">
                <When at={person.removed_at} />
              </td>
              <td>
                {mayActOn(me.person, person) ? (
                  <button
                    type="button"
                    class="small-button"
                    aria-label={w.readmitOf(person.name)}
                    onClick={() => askToReadmit(person)}
                  >
                    {w.readmit}
                  </button>
                ) : (
                  <span class="small faint">{w.ownerOnly}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}
