import { patterns } from '../browser/addresses.ts';
import { PageHead } from './page-head.tsx';
import { words } from '../words/words.ts';

/** An address, or a thing in it, that does not exist. */
export function NotFoundPage({ text }: { readonly text?: string }) {
  const w = words();
  return (
    <>
      <PageHead title={w.notFound.title} lede={text ?? w.notFound.text} />
      <p>
        <a href={patterns.profiling}>{w.notFound.back}</a>
      </p>
    </>
  );
}
