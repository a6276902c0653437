/** The folded flame graph of a page. Its program is loaded when it is opened. */
import { useEffect, useState } from 'preact/hooks';
import { ApiFailure } from '../edge/api-failure.ts';
import type { FlamePanel, FlamePanelProps } from '../flame/flame-panel.tsx';
import { hasChoice } from '../flame/choice-names.ts';
import { place } from '../router.ts';
import { words } from '../words/words.ts';
import { FailureNotice } from './failure-notice.tsx';

interface FlameSectionProps extends FlamePanelProps {
  /** Otherwise only a link to something in it opens it. */
  readonly isOpenAtFirst?: boolean;
}

export function FlameSection({ isOpenAtFirst = false, ...panel }: FlameSectionProps) {
  const { query } = place.value;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (hasChoice(query)) setOpen(true);
  }, [query]);
  return (
    <section aria-labelledby="flame-title">
      <details class="disclosure flame" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2 id="flame-title">{words().flameTitle}</h2>
        </summary>
        {isOpen && <LoadedPanel {...panel} />}
      </details>
    </section>
  );
}

function LoadedPanel(props: FlamePanelProps) {
  const [loaded, setLoaded] = useState<{ readonly Panel?: typeof FlamePanel; readonly error?: string }>({});
  useEffect(() => {
    import('../flame/flame-panel.tsx').then(
      ({ FlamePanel: Panel }) => setLoaded({ Panel }),
      (error: unknown) => setLoaded({ error: String(error) }),
    );
  }, []);
  if (loaded.Panel !== undefined) return <loaded.Panel {...props} />;
  if (loaded.error !== undefined) {
    return <FailureNotice failure={new ApiFailure('unreachable', loaded.error)} onAgain={() => location.reload()} />;
  }
  return (
    <p class="loading" role="status">
      {words().app.loading}
    </p>
  );
}
