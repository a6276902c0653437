/** Invites a person with a link that works once. The link is shown in a dialog and nowhere else. */
import { useId, useRef, useState } from 'preact/hooks';
import { InvitationCreated, type Me, type Role } from '../../../src/control/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { words } from '../words/words.ts';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';
import { GatedButton } from './gated-button.tsx';
import { LinkShownOnce } from './link-shown-once.tsx';
import { TextField } from './text-field.tsx';

interface InviteFormProps {
  readonly me: Me;
  readonly onInvited: () => void;
}

export function InviteForm({ me, onInvited }: InviteFormProps) {
  const w = words();
  const id = useId();
  const roles: readonly Role[] = me.person.role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [nameError, setNameError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const [created, setCreated] = useState<InvitationCreated | undefined>(undefined);
  const nameInput = useRef<HTMLInputElement>(null);

  if (!isAdmin(me)) {
    return <GatedButton label={w.people.inviteDo} reason={w.settings.adminOnly} onPress={() => undefined} />;
  }

  const rejectName = (message: string): void => {
    setNameError(message);
    nameInput.current?.focus();
  };

  const invite = async (): Promise<void> => {
    setNameError(undefined);
    setFailure(undefined);
    if (name.trim() === '') return rejectName(w.people.nameRequired);
    try {
      const body = { name: name.trim(), role };
      setCreated(await callApi('POST', '/api/people/invitations', InvitationCreated, { body }));
      setName('');
      onInvited();
    } catch (error) {
      const refused = toApiFailure(error);
      if (refused.facts.field === 'name') rejectName(refused.message);
      else setFailure(refused);
    }
    return undefined;
  };

  return (
    <>
      <form
        class="form-row"
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <TextField
          name="name"
          label={w.people.name}
          value={name}
          error={nameError}
          input={nameInput}
          required
          onInput={setName}
        />
        <div class="field">
          <label for={`${id}-role`}>{w.people.role}</label>
          <select
            id={`${id}-role`}
            value={role}
            onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? 'member')}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {w.roles[one]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="primary">
          {w.people.inviteDo}
        </button>
      </form>
      {failure !== undefined && <FailureNotice failure={failure} />}
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
