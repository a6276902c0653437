/** Text to take elsewhere, with a button that takes it and says that it did. */
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words/words.ts';

interface CopyableProps {
  readonly text: string;
  /** What it is, for the button's name: `Copy <name>`. */
  readonly name: string;
  /** On the button. Default: Copy. */
  readonly label?: string;
}

const shownForMs = 2500;

export function Copyable({ text, name, label }: CopyableProps) {
  const w = words();
  const [result, setResult] = useState<'copied' | 'failed' | undefined>(undefined);

  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };

  return (
    <div class="copyable">
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        class="small-button"
        {...(label === undefined && result !== 'copied' && { 'aria-label': w.copy.copyOf(name) })}
        onClick={() => void copy()}
      >
        {result === 'copied' ? w.copy.copied : (label ?? w.copy.copy)}
      </button>
      <span class={result === 'failed' ? 'small' : 'unseen'} role="status">
        {result === 'copied' && w.copy.copied}
        {result === 'failed' && w.copy.failed}
      </span>
    </div>
  );
}
