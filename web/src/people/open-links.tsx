/** Links that can still be used: who made each, for whom, what it gives and until when; an admin may withdraw one. */
import { useState } from 'preact/hooks';
import type { Me, People } from '../../../src/control/api/api.ts';
import { mayActOn, mayInviteAs } from '../../../src/control/api/authority.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { allWords } from '../words/words.ts';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

type Link = People['invitations'][number] & { readonly person_id?: string };

interface OpenLinksProps {
  readonly links: Pick<People, 'invitations' | 'sign_in_links'>;
  readonly me: Me;
  readonly onChanged: () => void;
}

export function OpenLinks({ links, me, onChanged }: OpenLinksProps) {
  const w = allWords();
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const open: readonly Link[] = [...links.invitations, ...links.sign_in_links];

  const askToWithdraw = (link: Link): void =>
    setConfirmation({
      title: w.people.withdrawTitle(wordKind(link), link.name),
      text: w.people.withdrawText,
      doLabel: w.people.withdrawDo,
      isDanger: true,
      act: async () => {
        await callApiForNothing('DELETE', `/api/people/links/${encodeURIComponent(link.id)}`);
        onChanged();
      },
    });

  return (
    <section aria-labelledby="open-links-title">
      <h2 id="open-links-title">{w.people.openLinks}</h2>
      <p class="faint">{open.length === 0 ? w.people.noOpenLinks : w.people.openLinksText}</p>
      {open.length > 0 && (
        <TableRegion name={w.people.openLinks}>
          <thead>
            <tr>
              <th scope="col">{w.people.name}</th>
              <th scope="col">{w.people.linkKind}</th>
              <th scope="col">{w.people.role}</th>
              <th scope="col">{w.people.madeBy}</th>
              <th scope="col">{w.people.expires}</th>
              {isAdmin(me) && (
                <th scope="col">
                  <span class="unseen">{w.people.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {open.map((link) => (
              <tr key={link.id}>
                <th scope="row">{link.name}</th>
                <td>{wordKind(link)}</td>
                <td>{w.roles[link.role]}</td>
                <td>{link.created_by}</td>
                <td class="nowrap">
                  <When at={link.expires_at} />
                </td>
                {isAdmin(me) && (
                  <td>
                    {mayWithdraw(me.person, link) ? (
                      <button
                        type="button"
                        class="small-button"
                        aria-label={w.people.withdrawOf(wordKind(link), link.name)}
                        onClick={() => askToWithdraw(link)}
                      >
                        {w.people.withdraw}
                      </button>
                    ) : (
                      <span class="small faint">{w.people.ownerOnly}</span>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}

function wordKind({ person_id }: Link): string {
  const { linkKinds } = allWords().people;
  return person_id === undefined ? linkKinds.invitation : linkKinds.signIn;
}

/** The control plane decides; this only spares a refusal that is certain. */
function mayWithdraw(asker: Me['person'], link: Link): boolean {
  const { role, person_id: id } = link;
  return id === undefined ? mayInviteAs(asker, role) : mayActOn(asker, { id, role });
}
