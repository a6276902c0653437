/** Title of a page: in the tab, at the top, and where a screen reader starts after navigation. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';

interface PageHeadProps {
  readonly title: string;
  readonly lede?: string;
  readonly children?: ComponentChildren;
}

export function PageHead({ title, lede, children }: PageHeadProps) {
  const w = words();
  useEffect(() => {
    document.title = w.app.title(title);
  }, [title, w]);
  return (
    <header class="page-head">
      <div class="page-title">
        <h1>{title}</h1>
        {children}
      </div>
      {lede !== undefined && <p class="lede">{lede}</p>}
    </header>
  );
}
