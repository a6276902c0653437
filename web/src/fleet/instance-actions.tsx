/** What an admin does to an instance, each after a confirmation. */
import { useState } from 'preact/hooks';
import { FleetInstance, type Me } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { callApi } from '../edge/call-api.ts';
import { isAdmin } from '../edge/session.ts';
import { type Confirmation, ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { GatedButton } from '../parts/gated-button.tsx';
import { allWords } from '../words/words.ts';

interface InstanceActionsProps {
  readonly me: Me;
  readonly instance: FleetInstance;
  readonly onChanged: () => void;
}

export function InstanceActions({ me, instance: one, onChanged }: InstanceActionsProps) {
  const { fleet: w } = allWords();
  const [confirmation, setConfirmation] = useState<Confirmation | undefined>(undefined);
  const act = (verb: 'revoke' | 'allow-reenrolment') => async (): Promise<void> => {
    await callApi('POST', `/api/fleet/${encodeURIComponent(one.instance)}/${verb}`, FleetInstance);
    onChanged();
  };
  const askToRevoke = (): void =>
    setConfirmation({
      title: w.revokeTitle(one.instance),
      text: w.revokeText,
      doLabel: w.revokeDo,
      isDanger: true,
      act: act('revoke'),
    });
  const askToAllow = (): void =>
    setConfirmation({
      title: w.allowTitle(one.instance),
      text: w.allowText,
      doLabel: w.allowDo,
      isDanger: false,
      act: act('allow-reenrolment'),
    });
  const denied = isAdmin(me) ? undefined : w.adminOnly;
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title">{w.actions}</h2>
      <div class="actions">
        <GatedButton
          label={w.revoke}
          tone="danger"
          reason={denied ?? (one.state === 'revoked' ? w.alreadyRevoked : undefined)}
          onPress={askToRevoke}
        />
        {denied === undefined && !one.reenrolment_allowed && <GatedButton label={w.allow} onPress={askToAllow} />}
        {me.person.role === 'owner' && <a href={patterns.acts}>{w.acts}</a>}
      </div>
      {confirmation !== undefined && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </section>
  );
}
