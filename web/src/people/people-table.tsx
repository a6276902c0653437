/** The people of the organization and what an admin may do for each: a new sign-in link, or removal. */
import { useState } from 'preact/hooks';
import { type Me, type People, SignInLink } from '../../../src/control/api/api.ts';
import { mayActOn } from '../../../src/control/api/authority.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { allWords } from '../words/words.ts';
import { AuditLink } from '../parts/audit-link.tsx';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { LinkShownOnce } from './link-shown-once.tsx';
import { RemovePersonDialog } from './remove-person-dialog.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

type Person = People['people'][number];

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly me: Me;
  readonly onChanged: () => void;
}

export function PeopleTable({ people, me, onChanged }: PeopleTableProps) {
  const w = allWords();
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const [removing, setRemoving] = useState<Person | undefined>(undefined);
  const [shown, setShown] = useState<{ name: string; link: string } | undefined>(undefined);

  const askForLink = ({ id, name }: Person): void =>
    setConfirmation({
      title: w.people.signInLinkTitle(name),
      text: w.people.signInLinkText,
      doLabel: w.people.signInLinkDo,
      isDanger: false,
      act: async () => {
        const { link } = await callApi('POST', `/api/people/${encodeURIComponent(id)}/links`, SignInLink);
        setShown({ name, link });
        onChanged();
      },
    });

  return (
    <>
      <TableRegion name={w.people.title}>
        <thead>
          <tr>
            <th scope="col">{w.people.name}</th>
            <th scope="col">{w.people.role}</th>
            <th scope="col">{w.people.joined}</th>
            <th scope="col">{w.people.invitedBy}</th>
            <th scope="col">{w.people.lastSeen}</th>
            {isAdmin(me) && (
              <th scope="col">
                <span class="unseen">{w.people.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                {person.name}
                {person.id === me.person.id && <span class="small faint"> ({w.people.you})</span>}
                <AuditLink about={person.id} name={person.name} />
              </th>
              <td>{w.roles[person.role]}</td>
              <td class="nowrap">
                <When at={person.joined_at} />
              </td>
              <td>{person.invited_by ?? w.time.none}</td>
              <td class="nowrap">
                <When at={person.last_seen_at} />
              </td>
              {isAdmin(me) && (
                <td>
                  {mayActOn(me.person, person) ? (
                    <span class="tags">
                      <button
                        type="button"
                        class="small-button"
                        aria-label={w.people.signInLinkOf(person.name)}
                        onClick={() => askForLink(person)}
                      >
                        {w.people.signInLink}
                      </button>
                      {person.id !== me.person.id && (
                        <button
                          type="button"
                          class="small-button"
                          aria-label={w.people.removeOf(person.name)}
                          onClick={() => setRemoving(person)}
                        >
                          {w.people.remove}
                        </button>
                      )}
                    </span>
                  ) : (
                    <span class="small faint">{w.people.ownerOnly}</span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </TableRegion>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
      {removing !== undefined && (
        <RemovePersonDialog person={removing} onRemoved={onChanged} onClose={() => setRemoving(undefined)} />
      )}
      {shown !== undefined && (
        <LinkShownOnce
          title={w.people.signInLinkOf(shown.name)}
          link={shown.link}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
