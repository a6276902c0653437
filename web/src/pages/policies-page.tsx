/** The permission documents for the person who approves them: which permissions, why, and what changes. */
import '../edge/zod-without-eval.ts';
import type { AwsPolicy } from '../../../src/policy/aws-policy.ts';
import { ActionSnapshotForm, AwsPolicyForm } from '../../../src/policy/read-policy.ts';
import { PolicyIndexForm } from '../../../src/policy/policy-index.ts';
import { PolicySourceForm } from '../../../src/policy/policy-source.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { StepsWhileEmpty } from '../fleet/steps-while-empty.tsx';
import { AnswerView } from '../parts/answer-view.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PoliciesActions } from '../policies/policies-actions.tsx';
import { PoliciesCompare } from '../policies/policies-compare.tsx';
import { PoliciesDocuments } from '../policies/policies-documents.tsx';
import { PoliciesGrant } from '../policies/grant-lost.tsx';
import { PoliciesLost } from '../policies/policies-lost.tsx';
import { PoliciesSearch } from '../policies/policies-search.tsx';
import { PoliciesSources } from '../policies/policies-sources.tsx';
import { PoliciesStatements } from '../policies/policies-statements.tsx';
import { findLostOperations, keepStatements, readPolicyChoice } from '../policies/policies-choice.ts';
import { findGrants, readGrants } from '../policies/policies-grant.ts';
import { awsPolicyPath, policyPath } from '../policies/policies-paths.ts';
import { place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';

export function PoliciesPage() {
  const w = allWords();
  const choice = readPolicyChoice(place.value.query);
  const grants = readGrants(place.value.query);
  const index = useAnswer(policyPath('index.json'), PolicyIndexForm);
  const policy = useAnswer(awsPolicyPath(choice.isStrict), AwsPolicyForm);
  const source = useAnswer(policyPath('aws/grants.json'), PolicySourceForm);
  const snapshot = useAnswer(policyPath('aws/actions.json'), ActionSnapshotForm);
  const all = both(both(policy.answer, source.answer), both(snapshot.answer, index.answer));
  const reload = (): void => {
    for (const one of [index, policy, source, snapshot]) one.reload();
  };

  return (
    <>
      <PageHead title={w.policies.title} lede={w.policies.lede} />
      <StepsWhileEmpty />
      <PoliciesSources />
      <PoliciesSearch />
      <AnswerView answer={all} onAgain={reload}>
        {([[whole, declared], [actions, served]]) => {
          const kept = { policy: keepStatements(whole, choice.without), snapshot: actions };
          const found = findGrants(actionsOf(kept.policy), grants);
          const { missing } = findGrants(actionsOf(whole), grants);
          return (
            <>
              <PoliciesGrant
                missing={found.missing}
                leftOut={found.missing.filter((grant) => !missing.includes(grant))}
              />
              <PoliciesStatements whole={whole} kept={kept} source={declared} choice={choice} index={served} />
              {choice.without.length > 0 && <PoliciesLost lost={findLostOperations(declared, choice.without)} />}
              <PoliciesActions kept={kept} source={declared} wanted={found.actions} />
              <PoliciesCompare index={served} source={declared} />
              <PoliciesDocuments index={served} />
            </>
          );
        }}
      </AnswerView>
    </>
  );
}

function actionsOf({ Statement }: AwsPolicy): readonly string[] {
  return Statement.flatMap(({ Action }) => Action);
}

/** Two answers as one: ready when both are, failed when one is. */
function both<A, B>(first: Answer<A>, second: Answer<B>): Answer<readonly [A, B]> {
  if (first.state === 'failed') return first;
  if (second.state === 'failed') return second;
  if (first.state === 'loading' || second.state === 'loading') return { state: 'loading' };
  return { state: 'ready', value: [first.value, second.value], stale: first.stale || second.stale };
}
