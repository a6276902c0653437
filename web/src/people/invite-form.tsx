/** Invites a person with a link that works once. The link is shown in a dialog and nowhere else. */
import { useState } from 'preact/hooks';
import { InvitationCreated, type Me, type Role } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { allWords } from '../words/words.ts';
import { GatedButton } from '../parts/gated-button.tsx';
import { LinkShownOnce } from './link-shown-once.tsx';
import { NamedForm } from '../parts/named-form.tsx';
import { SelectField } from '../parts/select-field.tsx';

interface InviteFormProps {
  readonly me: Me;
  readonly onInvited: () => void;
}

export function InviteForm({ me, onInvited }: InviteFormProps) {
  const w = allWords();
  const roles: readonly Role[] = me.person.role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  const [role, setRole] = useState<Role>('member');
  const [created, setCreated] = useState<InvitationCreated | undefined>(undefined);

  if (!isAdmin(me)) {
    return <GatedButton label={w.people.inviteDo} reason={w.settings.adminOnly} onPress={() => undefined} />;
  }

  const invite = async (name: string): Promise<void> => {
    const body = { name, role };
    setCreated(await callApi('POST', '/api/people/invitations', InvitationCreated, { body }));
    onInvited();
  };

  return (
    <>
      <NamedForm label={w.people.name} nameRequired={w.people.nameRequired} submit={w.people.inviteDo} create={invite}>
        <SelectField
          label={w.people.role}
          value={role}
          options={roles.map((one) => [one, w.roles[one]])}
          onChange={setRole}
        />
      </NamedForm>
      {created !== undefined && (
        <LinkShownOnce
          title={w.people.linkTitle(created.invitation.name)}
          link={created.link}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}
