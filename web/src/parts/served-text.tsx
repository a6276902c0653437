/**
 * Text that the control plane or an instance wrote. It is English in every language of the page, and marked as such
 * for screen readers. Where it has a code with a translation, that comes first; the English text has the details. A
 * sentence that the page knows as a whole is translated with its details.
 */
import { useEffect } from 'preact/hooks';
import { loadRefusalWords, translateRefusal } from '../words/translate-refusal.ts';
import { locale, translateReason, translateSentence } from '../words/words.ts';

interface ServedTextProps {
  readonly text: string;
  /** The code beside the text, and whose list of codes it is from. */
  readonly code?: string | undefined;
  readonly of?: 'reason' | 'refusal';
}

export function ServedText({ text, code = '', of = 'reason' }: ServedTextProps) {
  const isRefusal = of === 'refusal';
  const { value: spoken } = locale;
  useEffect(() => {
    if (isRefusal) void loadRefusalWords(spoken);
  }, [isRefusal, spoken]);
  if (spoken === 'en') return <>{text}</>;
  const known = isRefusal ? translateRefusal(text, code) : { whole: undefined, start: translateReason(code) };
  const whole = known.whole ?? (known.start === undefined ? translateSentence(text) : undefined);
  if (whole !== undefined) return <>{whole}</>;
  if (known.start === undefined) return <span lang="en">{text}</span>;
  return (
    <>
      {known.start}{' '}
      <span lang="en" class="small faint">
        {text}
      </span>
    </>
  );
}
