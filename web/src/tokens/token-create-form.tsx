/** Creates one token. Those that enrol nothing may work until they are revoked; a bootstrap token always expires. */
import { useState } from 'preact/hooks';
import { TokenCreated, type TokenKind } from '../../../src/control/api/api.ts';
import { maxUses } from '../../../src/control/api/token-bounds.ts';
import { callApi } from '../edge/call-api.ts';
import { allWords } from '../words/words.ts';
import { MarkerRestriction } from './marker-restriction.tsx';
import { NamedForm } from '../parts/named-form.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/text-field.tsx';

interface TokenCreateFormProps {
  readonly kind: TokenKind;
  readonly onCreated: (created: TokenCreated) => void;
}

const expiryHours = { never: undefined, day: 24, week: 24 * 7, month: 24 * 30, year: 24 * 365 } as const;
type Expiry = keyof typeof expiryHours;
const expiries = Object.keys(expiryHours) as Expiry[];
const instanceClasses = ['agent', 'profiler'] as const;

export function TokenCreateForm({ kind, onCreated }: TokenCreateFormProps) {
  const w = allWords();
  const isBootstrap = kind === 'bootstrap';
  const isIncident = kind === 'incident';
  const isScoped = kind === 'read' || kind === 'mcp';
  const [expiry, setExpiry] = useState<Expiry>(isBootstrap ? 'day' : 'never');
  const [instanceClass, setInstanceClass] = useState<(typeof instanceClasses)[number]>('agent');
  const [uses, setUses] = useState('1');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  /** Empties the fields that choose scopes. */
  const [round, setRound] = useState(0);
  const [isUsesWrong, setUsesWrong] = useState(false);

  const check = (): boolean => {
    const isWrong = isBootstrap && !(/^\d{1,6}$/u.test(uses) && Number(uses) >= 1 && Number(uses) <= maxUses);
    setUsesWrong(isWrong);
    return !isWrong;
  };
  const create = async (name: string): Promise<void> => {
    const hours = expiryHours[expiry];
    const body = {
      kind,
      name,
      ...(isBootstrap && { class: instanceClass, uses: Number(uses) }),
      ...((isScoped || isIncident) && { scopes }),
      ...(hours !== undefined && { expires_in_hours: hours }),
    };
    onCreated(await callApi('POST', '/api/tokens', TokenCreated, { body }));
    setScopes([]);
    setRound((before) => before + 1);
  };

  return (
    <NamedForm
      title={w.tokens.create[kind]}
      label={w.tokens.name}
      hint={w.tokens.nameHint[kind]}
      nameRequired={w.tokens.nameRequired}
      submit={w.tokens.create[kind]}
      check={check}
      create={create}
    >
      {isBootstrap && (
        <>
          <SelectField
            label={w.tokens.class}
            value={instanceClass}
            options={instanceClasses.map((one) => [one, w.fleet.classes[one]])}
            onChange={setInstanceClass}
          />
          <TextField
            name="uses"
            label={w.tokens.uses}
            hint={w.tokens.usesHint}
            value={uses}
            error={isUsesWrong ? w.tokens.usesWrong(maxUses) : undefined}
            required
            onInput={setUses}
          />
        </>
      )}
      {isIncident && <MarkerRestriction key={round} onChange={setScopes} />}
      {isScoped && <ScopeChoice kind={kind} scopes={scopes} onChange={setScopes} />}
      <SelectField
        label={w.tokens.expires}
        value={expiry}
        options={expiries.filter((one) => !isBootstrap || one !== 'never').map((one) => [one, w.tokens.expiry[one]])}
        onChange={setExpiry}
      />
    </NamedForm>
  );
}
