/**
 * The first steps of a page that has nothing to show yet, each with its command. Not those of the first page: a component
 * that both shared would be one more script there.
 */
import { useEffect, useState } from 'preact/hooks';
import { patterns } from '../browser/addresses.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import { CaLink } from './ca-link.tsx';
import { Copyable } from './copyable.tsx';
import { emptyCommands } from '../reading/empty-commands.ts';
import type { pageSteps } from '../words/page-steps.ts';
import { locale, words } from '../words/words.ts';

export function PageSteps({ of }: { readonly of: keyof typeof pageSteps }) {
  const [loaded, setLoaded] = useState<ReturnType<(typeof pageSteps)['ask']> | 'failed'>();
  useEffect(() => {
    import('../words/page-steps.ts').then(
      (texts) => setLoaded(texts.pageSteps[of](emptyCommands(location.origin, hasOwnAuthority()))),
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
          {parts.map(({ text, link, ca, command }) => (
            <div key={text}>
              <p>
                {text} {link && <a href={patterns[link[0]]}>{link[1]}</a>}
              </p>
              {ca !== undefined && hasOwnAuthority() && (
                <p>
                  {ca} <CaLink />
                </p>
              )}
              {command !== undefined && <Copyable text={command} name={title} />}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
