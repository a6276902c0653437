/**
 * The folded flame graph of a page. Its program is loaded while the browser is idle; its answer, which costs the control
 * plane something, when a reader is about to open it.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../edge/api-failure.ts';
import { functionTable, hasChoice } from './choice-names.ts';
import type { FlamePanelProps, FlamePanel, readFlameAhead } from './flame-panel.tsx';
import { place } from '../browser/router.ts';
import { words } from '../words/words.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { isSorted } from '../parts/use-sorting.ts';
import { readChoice } from './flame-choice.ts';

interface FlameSectionProps extends FlamePanelProps {
  /** Otherwise only a link to something in it opens it. */
  readonly isOpenAtFirst?: boolean;
}

/** A pointer or a focus that stays so long has not only passed by. */
const restMs = 50;

export function FlameSection({ isOpenAtFirst = false, ...panel }: FlameSectionProps) {
  const { query } = place.value;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (hasChoice(query) || isSorted(functionTable)) setOpen(true);
  }, [query]);
  useEffect(() => {
    whenIdle(() => void loadFlame().catch(() => undefined));
    return () => clearTimeout(rest.current);
  }, []);

  const prepare = (): void => {
    clearTimeout(rest.current);
    if (!isOpen) prepareFlame(panel.sources, query);
  };
  const approach = (): void => {
    clearTimeout(rest.current);
    rest.current = setTimeout(prepare, restMs);
  };
  const leave = (): void => clearTimeout(rest.current);
  return (
    <section aria-labelledby="flame-title">
      <details class="disclosure flame" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary onPointerEnter={approach} onFocus={approach} onPointerLeave={leave} onBlur={leave} onClick={prepare}>
          <h2 id="flame-title">{words().flameTitle}</h2>
        </summary>
        {isOpen && <LoadedPanel {...panel} />}
      </details>
    </section>
  );
}

function LoadedPanel(props: FlamePanelProps) {
  const [program, setProgram] = useState(loadedFlame);
  const [error, setError] = useState<string>();
  useEffect(() => {
    loadFlame().then(setProgram, (failure: unknown) => setError(String(failure)));
  }, []);
  if (program !== undefined) return <program.FlamePanel {...props} />;
  if (error !== undefined) {
    return <FailureNotice failure={new ApiFailure('unreachable', error)} onAgain={() => location.reload()} />;
  }
  return (
    <p class="loading" role="status">
      {words().app.loading}
    </p>
  );
}

/** Not every browser says when it is idle. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
}

/** The program of the flame graph, which is no part of the page that it is on. */
interface FlameProgram {
  readonly FlamePanel: typeof FlamePanel;
  readonly readFlameAhead: typeof readFlameAhead;
}

let loaded: FlameProgram | undefined;

/** Rejects when it could not be loaded; asking again tries again. */
async function loadFlame(): Promise<FlameProgram> {
  loaded ??= await import('./flame-panel.tsx');
  return loaded;
}

function loadedFlame(): FlameProgram | undefined {
  return loaded;
}

/** Begins to read what opening would show. Where that fails, opening says so. */
function prepareFlame(sources: FlamePanelProps['sources'], query: URLSearchParams): void {
  const { instance } = readChoice(query);
  const read = (program: FlameProgram): void => program.readFlameAhead(sources, instance);
  // At once where it can be: each turn of the event loop is felt.
  if (loaded === undefined) loadFlame().then(read, () => undefined);
  else read(loaded);
}
