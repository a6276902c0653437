/** What changed in the AWS policy from one version to another, also where only the vendor changed something. */
import { useState } from 'preact/hooks';
import type { PolicySource } from '../../../src/policy/aws-policy.ts';
import { diffPolicies, type PolicyDiff } from '../../../src/policy/policy-diff.ts';
import type { PolicyIndex } from '../../../src/policy/policy-index.ts';
import { ActionSnapshotForm, AwsPolicyForm } from '../../../src/policy/read-policy.ts';
import { policiesHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatCount } from '../reading/format-number.ts';
import { awsPolicyPath, policyPath } from './policies-paths.ts';
import { navigate, place } from '../browser/router.ts';
import { locale, allWords } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { PoliciesChanges } from './policies-changes.tsx';
import { SelectField } from '../parts/select-field.tsx';

interface PoliciesCompareProps {
  readonly index: PolicyIndex;
  readonly source: PolicySource;
}

/** In the address: the documents of this build, released or not. */
const build = 'build';

export function PoliciesCompare({ index, source }: PoliciesCompareProps) {
  const w = allWords();
  const { from, to } = Object.fromEntries(place.value.query);
  const [choice, setChoice] = useState({ from: from ?? index.releases[0] ?? build, to: to ?? build });
  const versions = new Set([build, ...index.releases, choice.from, choice.to]);
  const nameOf = (version: string): string => (version === build ? w.policies.compare.current(index.version) : version);
  const select = (name: 'from' | 'to') => (
    <SelectField
      label={w.policies.compare[name]}
      value={choice[name]}
      options={[...versions].map((version) => [version, nameOf(version)])}
      onChange={(version) => setChoice({ ...choice, [name]: version })}
    />
  );
  return (
    <section aria-labelledby="policies-compare">
      <h2 id="policies-compare">{w.policies.compare.title}</h2>
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          navigate(policiesHref({ ...Object.fromEntries(place.value.query), ...choice }));
        }}
      >
        {select('from')}
        {select('to')}
        <button type="submit" class="primary">
          {w.policies.compare.show}
        </button>
      </form>
      {from === undefined || to === undefined ? (
        <p class="faint">{w.policies.compare.pick}</p>
      ) : (
        <Compared from={from} to={to} source={source} />
      )}
    </section>
  );
}

interface ComparedProps {
  readonly from: string;
  readonly to: string;
  readonly source: PolicySource;
}

function Compared({ from, to, source }: ComparedProps) {
  const before = useSide(from);
  const after = useSide(to);
  return (
    <AnswerView answer={before.policy.answer} onAgain={before.reload}>
      {(oldPolicy) => (
        <AnswerView answer={before.snapshot.answer} onAgain={before.reload}>
          {(oldActions) => (
            <AnswerView answer={after.policy.answer} onAgain={after.reload}>
              {(newPolicy) => (
                <AnswerView answer={after.snapshot.answer} onAgain={after.reload}>
                  {(newActions) => (
                    <Difference
                      diff={diffPolicies(
                        { policy: oldPolicy, snapshot: oldActions },
                        { policy: newPolicy, snapshot: newActions },
                        source,
                      )}
                    />
                  )}
                </AnswerView>
              )}
            </AnswerView>
          )}
        </AnswerView>
      )}
    </AnswerView>
  );
}

function useSide(version: string) {
  const served = version === build ? undefined : version;
  const policy = useAnswer(awsPolicyPath(false, served), AwsPolicyForm);
  const snapshot = useAnswer(policyPath('aws/actions.json', served), ActionSnapshotForm);
  const reload = (): void => {
    policy.reload();
    snapshot.reload();
  };
  return { policy, snapshot, reload };
}

function Difference({ diff }: { readonly diff: PolicyDiff }) {
  const w = allWords();
  const count = (size: number): string => formatCount(size, locale.value);
  const isEqual = [diff.added, diff.removed, diff.moved, diff.grown].every((list) => list.length === 0);
  return (
    <>
      <p role="status">
        {isEqual && `${w.policies.compare.same} `}
        {w.policies.compare.size(count(diff.allowed.before), count(diff.allowed.after))}
      </p>
      {!isEqual && <PoliciesChanges diff={diff} />}
    </>
  );
}
