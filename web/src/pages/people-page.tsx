/** Who belongs to the organization, and the one-time links that bring more in. */
import type { Me } from '../../../src/control/api.ts';
import { People } from '../../../src/control/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { InviteForm } from '../parts/invite-form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PeopleTable } from '../parts/people-table.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words/words.ts';

export function PeoplePage({ me }: { readonly me: Me }) {
  const w = words();
  const { answer, reload } = useAnswer('/api/people', People);
  return (
    <>
      <PageHead title={w.people.title} lede={w.people.lede} />
      <SettingsNav />
      <AnswerView answer={answer} onAgain={reload}>
        {({ people, invitations }) => (
          <>
            <PeopleTable people={people} me={me} onChanged={reload} />
            <section class="panel" aria-labelledby="invite-title">
              <h2 id="invite-title">{w.people.invite}</h2>
              <InviteForm me={me} onInvited={reload} />
            </section>
            <Invitations invitations={invitations} />
          </>
        )}
      </AnswerView>
    </>
  );
}

function Invitations({ invitations }: { readonly invitations: People['invitations'] }) {
  const w = words();
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title">{w.people.invitations}</h2>
      {invitations.length === 0 ? (
        <p class="faint">{w.people.noInvitations}</p>
      ) : (
        <TableRegion name={w.people.invitations}>
          <thead>
            <tr>
              <th scope="col">{w.people.name}</th>
              <th scope="col">{w.people.role}</th>
              <th scope="col">{w.people.invitedBy}</th>
              <th scope="col">{w.people.expires}</th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                <td>{w.roles[one.role]}</td>
                <td>{one.created_by}</td>
                <td class="nowrap">
                  <When at={one.expires_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </section>
  );
}
