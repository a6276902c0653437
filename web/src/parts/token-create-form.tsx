/** Creates one token. Capture and read tokens may be given an expiry; a bootstrap token has its own. */
import { useId, useRef, useState } from 'preact/hooks';
import { TokenCreated, type TokenKind } from '../../../src/control/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { words } from '../words/words.ts';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';
import { TextField } from './text-field.tsx';

interface TokenCreateFormProps {
  readonly kind: TokenKind;
  readonly onCreated: (created: TokenCreated) => void;
}

const expiryHours = { never: undefined, day: 24, week: 24 * 7, month: 24 * 30, year: 24 * 365 } as const;
type Expiry = keyof typeof expiryHours;
const expiries = Object.keys(expiryHours) as Expiry[];
const instanceClasses = ['agent', 'profiler'] as const;

export function TokenCreateForm({ kind, onCreated }: TokenCreateFormProps) {
  const w = words();
  const id = useId();
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [instanceClass, setInstanceClass] = useState<(typeof instanceClasses)[number]>('agent');
  const [nameError, setNameError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const nameInput = useRef<HTMLInputElement>(null);

  const rejectName = (message: string): void => {
    setNameError(message);
    nameInput.current?.focus();
  };

  const create = async (): Promise<void> => {
    setNameError(undefined);
    setFailure(undefined);
    if (name.trim() === '') return rejectName(w.tokens.nameRequired);
    const hours = expiryHours[expiry];
    const body = {
      kind,
      name: name.trim(),
      ...(kind === 'bootstrap' && { class: instanceClass }),
      ...(kind !== 'bootstrap' && hours !== undefined && { expires_in_hours: hours }),
    };
    try {
      const created = await callApi('POST', '/api/tokens', TokenCreated, { body });
      setName('');
      onCreated(created);
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
        aria-label={w.tokens.create[kind]}
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          name="name"
          label={w.tokens.name}
          hint={w.tokens.nameHint[kind]}
          value={name}
          error={nameError}
          input={nameInput}
          required
          onInput={setName}
        />
        {kind === 'bootstrap' ? (
          <div class="field">
            <label for={`${id}-class`}>{w.tokens.class}</label>
            <select
              id={`${id}-class`}
              value={instanceClass}
              onChange={(event) => setInstanceClass(event.currentTarget.value === 'profiler' ? 'profiler' : 'agent')}
            >
              {instanceClasses.map((one) => (
                <option key={one} value={one}>
                  {w.fleet.classes[one]}
                </option>
              ))}
            </select>
          </div>
        ) : (
          <div class="field">
            <label for={`${id}-expiry`}>{w.tokens.expires}</label>
            <select
              id={`${id}-expiry`}
              value={expiry}
              onChange={(event) => setExpiry(expiries.find((one) => one === event.currentTarget.value) ?? 'never')}
            >
              {expiries.map((one) => (
                <option key={one} value={one}>
                  {w.tokens.expiry[one]}
                </option>
              ))}
            </select>
          </div>
        )}
        <button type="submit" class="primary">
          {w.tokens.create[kind]}
        </button>
      </form>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </>
  );
}
