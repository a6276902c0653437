/**
 * The declaration of a capture: `fully instrumented` in the title, or `N of M probes` as a block above everything,
 * with each probe that did not measure and why.
 */
import type { CaptureRecord } from '../../../src/control/api.ts';
import { declareInstrumentation, type MissingProbe } from '../reading/declare-instrumentation.ts';
import { words } from '../words/words.ts';
import { ServedText } from './served-text.tsx';
import { Tag } from './tag.tsx';

/** Nothing where every probe measured, or none has reported: the title says that. */
export function IncompleteInstrumentation({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const declaration = declareInstrumentation(capture);
  if (declaration.state !== 'some') return null;
  return (
    <section class="declaration declaration-some" aria-label={w.probes.label}>
      <p>
        <strong class="declaration-word">{w.probes.some(declaration.measured, declaration.total)}</strong>{' '}
        {w.probes.someText}
      </p>
      <MissingProbes missing={declaration.missing} showInstance={capture.instances.length > 1} />
    </section>
  );
}

const tones = { full: 'good', some: 'warn', pending: 'idle', unreported: 'warn' } as const;

/** In the title: one word, with the sentence behind it. */
export function DeclaredInstrumentation({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const declaration = declareInstrumentation(capture);
  const texts = {
    full: declaration.state === 'full' && [w.probes.full, w.probes.fullText(declaration.total)],
    some: declaration.state === 'some' && [w.probes.some(declaration.measured, declaration.total), ''],
    pending: [w.probes.pending, w.probes.pendingText],
    unreported: [w.probes.none, w.probes.noneText],
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
  const w = words();
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
