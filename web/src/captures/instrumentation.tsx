/**
 * The declaration of a capture: `fully instrumented` in the title, or `N of M probes` as a block above everything,
 * with each probe that did not measure and why.
 */
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { declareInstrumentation, type MissingProbe } from './declare-instrumentation.ts';
import { allWords } from '../words/words.ts';
import { ServedText } from '../parts/served-text.tsx';
import { Tag } from '../parts/tag.tsx';

/** Nothing where every probe measured, or none has reported: the title says that. */
export function IncompleteInstrumentation({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const declaration = declareInstrumentation(capture);
  if (declaration.state !== 'some') return null;
  return (
    <section class="declaration declaration-some" aria-label={w.probes.label}>
      <p>
        <strong class="declaration-word">{w.probes.some(declaration.measured, declaration.total)}</strong>{' '}
        {w.probeTexts.some}
      </p>
      <MissingProbes missing={declaration.missing} showInstance={capture.instances.length > 1} />
    </section>
  );
}

const tones = { full: 'good', some: 'warn', pending: 'idle', unreported: 'warn' } as const;

/** In the title: one word, with the sentence behind it. */
export function DeclaredInstrumentation({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const declaration = declareInstrumentation(capture);
  const texts = {
    full: declaration.state === 'full' && [w.probes.full, w.probeTexts.full(declaration.total)],
    some: declaration.state === 'some' && [w.probes.some(declaration.measured, declaration.total), ''],
    pending: [w.probes.pending, w.probeTexts.pending],
    unreported: [w.probes.none, w.probeTexts.none],
  };
  const [word, text] = texts[declaration.state] || [];
  return (
    <span class="declared">
      <Tag tone={tones[declaration.state]}>{word}</Tag> <span class="small faint">{text}</span>
    </span>
  );
}

interface MissingProbesProps {
  readonly missing: readonly MissingProbe[];
  readonly showInstance: boolean;
}

function MissingProbes({ missing, showInstance }: MissingProbesProps) {
  const w = allWords();
  return (
    <dl class="missing">
      {missing.map(({ instance, probe, why }) => (
        <div key={`${instance} ${probe}`}>
          <dt>
            <span class="mono">{probe}</span>
            {showInstance && <span class="small"> {w.probes.on(instance)}</span>}
          </dt>
          <dd>
            <ServedText text={why} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
