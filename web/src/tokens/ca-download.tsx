/** The certificate of the control plane's own authority, for browsers and pipelines. */
import { CaLink } from '../parts/ca-link.tsx';
import { hasOwnAuthority } from '../edge/session.ts';
import { allWords } from '../words/words.ts';

/** Nothing where browsers trust the certificate already. */
export function CaDownload() {
  const { tokens: w } = allWords();
  if (!hasOwnAuthority()) return null;
  return (
    <section class="panel panel-quiet" aria-labelledby="ca-title">
      <h2 id="ca-title">{w.caTitle}</h2>
      <p class="measure">{w.caText}</p>
      <p>
        <CaLink isButton />
      </p>
    </section>
  );
}
