/** Creates one token. Capture and read tokens may be given an expiry; a bootstrap token has its own. */
import { useState } from 'preact/hooks';
import { TokenCreated, type TokenKind } from '../../../src/control/api.ts';
import { callApi } from '../edge/call-api.ts';
import { allWords } from '../words/words.ts';
import { NamedForm } from './named-form.tsx';
import { SelectField } from './select-field.tsx';

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
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [instanceClass, setInstanceClass] = useState<(typeof instanceClasses)[number]>('agent');

  const create = async (name: string): Promise<void> => {
    const hours = expiryHours[expiry];
    const body = {
      kind,
      name,
      ...(kind === 'bootstrap' && { class: instanceClass }),
      ...(kind !== 'bootstrap' && hours !== undefined && { expires_in_hours: hours }),
    };
    onCreated(await callApi('POST', '/api/tokens', TokenCreated, { body }));
  };

  return (
    <NamedForm
      title={w.tokens.create[kind]}
      label={w.tokens.name}
      hint={w.tokens.nameHint[kind]}
      nameRequired={w.tokens.nameRequired}
      submit={w.tokens.create[kind]}
      create={create}
    >
      {kind === 'bootstrap' ? (
        <SelectField
          label={w.tokens.class}
          value={instanceClass}
          options={instanceClasses.map((one) => [one, w.fleet.classes[one]])}
          onChange={setInstanceClass}
        />
      ) : (
        <SelectField
          label={w.tokens.expires}
          value={expiry}
          options={expiries.map((one) => [one, w.tokens.expiry[one]])}
          onChange={setExpiry}
        />
      )}
    </NamedForm>
  );
}
