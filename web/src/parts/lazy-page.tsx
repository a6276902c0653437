/** A page whose script is loaded when the page is opened. */
import { signal } from '@preact/signals';
import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';

interface LazyPage<P> {
  readonly Page: FunctionComponent<P>;
  /** Begins to load the script before the page is shown. */
  readonly preload: () => void;
}

/** After a failure the next opening tries again. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  const loaded = signal<ComponentType<P> | 'failed' | undefined>(undefined);
  let isLoading = false;
  const read = async (): Promise<void> => {
    isLoading = true;
    try {
      loaded.value = await load();
    } catch {
      loaded.value = 'failed';
      isLoading = false;
    }
  };
  const preload = (): void => {
    if (!isLoading) void read();
  };
  const Page = (props: P) => {
    useEffect(preload, []);
    const Loaded = loaded.value;
    if (Loaded === 'failed') return <ScriptMissing />;
    if (Loaded !== undefined) return <Loaded {...props} />;
    return (
      <p class="loading" role="status">
        {words().app.loading}
      </p>
    );
  };
  return { Page, preload };
}

/** The usual cause: a new version was deployed while this tab was open, and the old files are gone. */
function ScriptMissing() {
  const w = words();
  return (
    <>
      <PageHead title={w.failure.title} />
      <Notice tone="warn" role="alert">
        <p>{w.failure.scriptMissing}</p>
        <p>{w.failure.scriptMissingRemedy}</p>
        <button type="button" onClick={() => location.reload()}>
          {w.failure.reload}
        </button>
      </Notice>
    </>
  );
}
