/** Creates one token. A bootstrap token always expires; for the others that is chosen. */
import { useState } from 'preact/hooks';
import { TokenCreated, type TokenKind, CatalogList } from '../../../src/control/api/api.ts';
import { maxUses } from '../../../src/control/api/token-bounds.ts';
import { callApi } from '../edge/call-api.ts';
import { allWords } from '../words/words.ts';
import { NamedForm } from '../parts/named-form.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';

interface TokenCreateFormProps {
  readonly kind: TokenKind;
  readonly takesFocus?: boolean;
  readonly onCreated: (created: TokenCreated) => void;
}

const expiryHours = {
  day: 24,
  week: 24 * 7,
  month: 24 * 30,
  quarter: 24 * 90,
  year: 24 * 365,
  never: undefined,
} as const;
type Expiry = keyof typeof expiryHours;
const expiries = Object.keys(expiryHours) as Expiry[];
const instanceClasses = ['agent', 'profiler'] as const;

export function TokenCreateForm({ kind, takesFocus, onCreated }: TokenCreateFormProps) {
  const w = allWords();
  const isBootstrap = kind === 'bootstrap';
  const isIncident = kind === 'incident';
  const isScoped = kind === 'read' || kind === 'mcp';
  const [expiry, setExpiry] = useState<Expiry>(isBootstrap ? 'day' : 'quarter');
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
      takesFocus={takesFocus}
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
        {...(expiry === 'never' && { warning: w.tokens.neverWarning })}
      />
    </NamedForm>
  );
}

/** To which workloads and environments a new incident token is limited. */
function MarkerRestriction({ onChange }: { readonly onChange: (scopes: readonly string[]) => void }) {
  const w = allWords().incidentTokens;
  const [workloads, setWorkloads] = useState('');
  const [environments, setEnvironments] = useState('');
  const change = (next: { workloads?: string; environments?: string }): void => {
    const all = { workloads, environments, ...next };
    setWorkloads(all.workloads);
    setEnvironments(all.environments);
    onChange([...scopesOf('workload:', all.workloads), ...scopesOf('env:', all.environments)]);
  };
  return (
    <>
      <TextField
        name="workloads"
        label={w.workloads}
        hint={w.listHint}
        value={workloads}
        onInput={(value) => change({ workloads: value })}
      />
      <TextField
        name="environments"
        label={w.environments}
        hint={w.listHint}
        value={environments}
        onInput={(value) => change({ environments: value })}
      />
    </>
  );
}

function scopesOf(sort: string, list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '').map((name) => `${sort}${name}`);
}

/** What a token may do besides. A read token: ask every read, and writes one by one. One of an assistant: read captures. */
interface ScopeChoiceProps {
  readonly kind: 'read' | 'mcp';
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
}

const readsScope = 'operations';
const capturesScope = 'captures';

function ScopeChoice({ kind, scopes, onChange }: ScopeChoiceProps) {
  const w = allWords();
  const [isOpen, setOpen] = useState(false);
  const { answer, reload } = useAnswer(isOpen ? '/api/catalog?access=write' : undefined, CatalogList);
  const box = (scope: string, text: string) => (
    <label class="check" key={scope}>
      <input
        type="checkbox"
        checked={scopes.includes(scope)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
        }
      />
      <span>{text}</span>
    </label>
  );
  if (kind === 'mcp') {
    return (
      <fieldset class="field checks">
        <legend>{w.tokens.asks}</legend>
        {box(capturesScope, w.tokens.mcpCaptures)}
      </fieldset>
    );
  }
  return (
    <fieldset class="field checks">
      <legend>{w.tokens.asks}</legend>
      {box(readsScope, w.tokens.asksReads)}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{w.tokens.asksWrites}</summary>
        <p class="small faint">{w.tokens.asksWritesText}</p>
        {isOpen && (
          <AnswerView answer={answer} onAgain={reload}>
            {({ operations }) => operations.map(({ name }) => box(name, name))}
          </AnswerView>
        )}
      </details>
    </fieldset>
  );
}
