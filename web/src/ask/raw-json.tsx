/** An answer as JSON. It is written when it is opened, and not all of it where it is long: the browser would stall. */
import { useState } from 'preact/hooks';
import { Copyable } from '../parts/copyable.tsx';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale, words } from '../words/words.ts';

const longest = 100_000;

export function RawJson({ data }: { readonly data: unknown }) {
  const w = allWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w.ask.answer.raw}</summary>
      {isOpen && <Json text={JSON.stringify(data, undefined, 2)} />}
    </details>
  );
}

function Json({ text }: { readonly text: string }) {
  const w = allWords();
  if (text.length <= longest) return <Copyable name={w.ask.answer.raw} text={text} />;
  const [shown, all] = [longest, text.length].map((one) => formatCount(one, locale.value));
  return (
    <>
      <div class="actions">
        <CopyWhole text={text} />
        <span class="small">{w.ask.answer.rawCut(shown ?? '', all ?? '')}</span>
      </div>
      <pre class="ask-sent" tabIndex={0} role="region" aria-label={w.ask.answer.raw}>
        {text.slice(0, longest)}
      </pre>
    </>
  );
}

function CopyWhole({ text }: { readonly text: string }) {
  const w = allWords();
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words().copy.copied);
    } catch {
      setSaid(words().copy.failed);
    }
  };
  return (
    <>
      <button type="button" class="small-button" onClick={() => void copy()}>
        {w.ask.answer.copyRaw}
      </button>
      <span role="status" class="small">
        {said}
      </span>
    </>
  );
}
