import { patterns } from '../browser/addresses.ts';
import { place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { questionsPath } from '../browser/page-addresses.ts';

/** What may be asked, and what was asked. */
export function AskNav() {
  const w = allWords();
  const { path } = place.value;
  const link = (href: string, text: string) => (
    <li>
      <a href={href} aria-current={path === href ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <nav class="choices" aria-label={w.ask.nav}>
      <ul>
        {link(patterns.ask, w.ask.catalog)}
        {link(questionsPath, w.ask.questions.title)}
      </ul>
    </nav>
  );
}
