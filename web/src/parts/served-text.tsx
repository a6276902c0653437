/** Text the control plane or an instance wrote. It is English whatever the page speaks, and says so to a screen reader. */
import { locale } from '../words/words.ts';

export function ServedText({ text }: { readonly text: string }) {
  return locale.value === 'en' ? <>{text}</> : <span lang="en">{text}</span>;
}
