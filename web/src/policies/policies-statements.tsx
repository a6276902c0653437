/** One switch for each statement, and the policy that is left to apply. */
import {
  type AwsPolicy,
  operationsWithout,
  type PolicySource,
  renderAwsPolicy,
} from '../../../src/policy/aws-policy.ts';
import { expandAll, type PolicySide } from '../../../src/policy/policy-diff.ts';
import type { PolicyIndex } from '../../../src/policy/policy-index.ts';
import { policiesHref } from '../browser/addresses.ts';
import { formatCount } from '../reading/format-number.ts';
import { type PolicyChoice, toggleStatement, writePolicyChoice } from './policies-choice.ts';
import { awsPolicyDocument, awsPolicyPath } from './policies-paths.ts';
import { navigate, place } from '../browser/router.ts';
import { locale, allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';

interface PoliciesStatementsProps {
  /** Every statement, as it is served. */
  readonly whole: AwsPolicy;
  readonly kept: PolicySide;
  readonly source: PolicySource;
  readonly choice: PolicyChoice;
  readonly index: PolicyIndex;
}

export function PoliciesStatements({ whole, kept, source, choice, index }: PoliciesStatementsProps) {
  const w = allWords();
  const isWhole = kept.policy.Statement.length === whole.Statement.length;
  const digest = index.documents.find(({ path }) => path === awsPolicyDocument(choice.isStrict))?.sha256;
  return (
    <section class="panel" aria-labelledby="policies-aws">
      <h2 id="policies-aws">{w.policies.statements.title}</h2>
      <p class="measure">{w.policies.statements.text}</p>
      <fieldset class="checks">
        <legend>{w.policies.statements.legend}</legend>
        {whole.Statement.map(({ Sid, Action }) => (
          <Check
            key={Sid}
            label={Sid}
            hint={w.policies.statements.counts(Action.length, operationsWithout(source, Sid).size)}
            isChecked={!choice.without.includes(Sid)}
            onChange={() => show(toggleStatement(choice, Sid))}
          />
        ))}
      </fieldset>
      <div class="checks">
        <Check
          label={w.policies.statements.strict}
          hint={w.policies.statements.strictHint}
          isChecked={choice.isStrict}
          onChange={() => show({ ...choice, isStrict: !choice.isStrict })}
        />
      </div>
      {kept.policy.Statement.length === 0 ? (
        <Notice tone="info" role="status">
          <p>{w.policies.statements.none}</p>
        </Notice>
      ) : (
        <>
          <p role="status">{w.policies.statements.size(formatCount(expandAll(kept).length, locale.value))}</p>
          <Copyable text={renderAwsPolicy(kept.policy)} name={w.policies.statements.textName} />
        </>
      )}
      {isWhole && digest !== undefined ? (
        <p class="small">
          <a href={awsPolicyPath(choice.isStrict)} download>
            {w.policies.statements.file}
          </a>{' '}
          {w.policies.statements.sha256} <code class="break">{digest}</code>
        </p>
      ) : (
        <p class="small">
          {w.policies.statements.changed} <a href={policiesHref()}>{w.policies.statements.reset}</a>
        </p>
      )}
      <p class="small faint">
        {w.policies.statements.source} <ServedText text={kept.snapshot.source} />
      </p>
    </section>
  );
}

interface CheckProps {
  readonly label: string;
  readonly hint: string;
  readonly isChecked: boolean;
  readonly onChange: () => void;
}

function Check({ label, hint, isChecked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={onChange} />
      <span>
        <span class="mono">{label}</span> <span class="small faint">{hint}</span>
      </span>
    </label>
  );
}

/** In the address, so that a choice can be shared by its link; choosing adds no entry to the browser history. */
function show(choice: PolicyChoice): void {
  const kept = Object.fromEntries(place.value.query);
  navigate(policiesHref({ ...kept, ...writePolicyChoice(choice) }), { replace: true });
}
