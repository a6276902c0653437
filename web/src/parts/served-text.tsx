/**
 * Text that the control plane or an instance wrote. It is English in every language of the page, and marked as such
 * for screen readers. Where it has a code with a translation, that comes first; the English text has the details. A
 * sentence that the page knows as a whole is translated with its details.
 */
import { locale, translateSentence, translateServed } from '../words/words.ts';

interface ServedTextProps {
  readonly text: string;
  /** The code beside the text, and whose list of codes it is from. */
  readonly code?: string | undefined;
  readonly of?: 'reason' | 'refusal';
}

export function ServedText({ text, code = '', of = 'reason' }: ServedTextProps) {
  if (locale.value === 'en') return <>{text}</>;
  const translated = translateServed(of, code);
  if (translated === undefined) {
    const sentence = translateSentence(text);
    return sentence === undefined ? <span lang="en">{text}</span> : <>{sentence}</>;
  }
  return (
    <>
      {translated}{' '}
      <span lang="en" class="small faint">
        {text}
      </span>
    </>
  );
}
