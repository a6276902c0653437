/** Waits for the instances that a bootstrap token enrols, and says where to look when none comes. */
import { useEffect, useState } from 'preact/hooks';
import { InstanceList, type TokenCreated } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Notice } from '../parts/notice.tsx';
import { hrefOf } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { logCommands } from '../reading/first-commands.ts';
import { instanceHref } from '../browser/page-addresses.ts';

type Way = NonNullable<TokenCreated['commands']>[number]['way'];

interface EnrolWaitProps {
  readonly token: TokenCreated['token'];
  readonly way: Way;
}

/** After that without a connection something is probably wrong. */
const lateMs = 60_000;

export function EnrolWait({ token, way }: EnrolWaitProps) {
  const { fleet: w } = allWords();
  const { answer } = useAnswer(hrefOf('/api/instances', { token: token.id }), InstanceList, 'fleet');
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [token.id]);
  const enrolled = answer.state === 'ready' ? answer.value.instances : [];
  const live = enrolled.filter(({ state }) => state === 'live');
  const waiting = enrolled.filter(({ state }) => state !== 'live');
  return (
    <>
      <Notice tone={live.length > 0 ? 'good' : 'info'} role="status">
        {live.length > 0 && (
          <p>
            {w.wait.connected}{' '}
            {live.map(({ instance }, at) => (
              <span key={instance}>
                {at > 0 && ', '}
                <a class="mono" href={instanceHref(instance)}>
                  {instance}
                </a>
              </span>
            ))}
          </p>
        )}
        {waiting.length > 0 && <p>{w.wait.enrolled(waiting.map(({ instance }) => instance).join(', '))}</p>}
        {enrolled.length === 0 && <p>{w.wait.waiting}</p>}
      </Notice>
      {isLate && live.length === 0 && <Late way={way} of={token.class ?? 'agent'} />}
    </>
  );
}

function Late({ way, of }: { readonly way: Way; readonly of: NonNullable<TokenCreated['token']['class']> }) {
  const { fleet: w } = allWords();
  return (
    <Notice tone="warn">
      <p>{w.wait.late}</p>
      <ul>
        {w.wait.lookAt.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {logCommands[way](of) !== '' && <Copyable text={logCommands[way](of)} name={w.wait.log} />}
    </Notice>
  );
}
