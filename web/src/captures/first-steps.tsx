/** What to do before the first capture. Its texts are loaded when they are shown. */
import { useEffect, useState } from 'preact/hooks';
import { patterns } from '../browser/addresses.ts';
import type { firstSteps } from '../words/first-steps.ts';
import { locale, words } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';

/** `request`: the command that requests a capture. */
export function FirstSteps({ request }: { readonly request: string }) {
  const [loaded, setLoaded] = useState<typeof firstSteps | 'failed'>();
  useEffect(() => {
    import('../words/first-steps.ts').then(
      (texts) => setLoaded(texts.firstSteps),
      () => setLoaded('failed'),
    );
  }, []);
  if (loaded === undefined) return null;
  if (loaded === 'failed') return <p role="alert">{words().failure.scriptMissing}</p>;
  return (
    <ol class="steps">
      {loaded[locale.value].map(({ title, parts }) => (
        <li key={title}>
          <h3>{title}</h3>
          {parts.map(({ text, link, command }, at) => (
            <div key={at}>
              <p>
                {text} {link && <a href={patterns[link[0]]}>{link[1]}</a>}
              </p>
              {command !== undefined && <Copyable text={command || request} name={`${title}, ${at + 1}`} />}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
