/** The first steps of a page whose content means nothing before an Agent is enrolled. */
import { InstanceList } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { PageSteps } from '../parts/page-steps.tsx';
import { allWords } from '../words/words.ts';

export function StepsWhileEmpty() {
  const w = allWords();
  const { answer } = useAnswer('/api/instances', InstanceList, 'fleet');
  if (answer.state !== 'ready' || answer.value.instances.some((one) => one.class === 'agent')) return null;
  return (
    <section class="panel panel-quiet" aria-labelledby="first-title">
      <h2 id="first-title">{w.fleet.noAgentYet}</h2>
      <PageSteps of="policies" />
    </section>
  );
}
