/** Head of every settings page: the title of all of them and where one can go from here. */
import { patterns } from '../addresses.ts';
import { place } from '../router.ts';
import { allWords } from '../words/words.ts';

const sections = ['profiler', 'tokens', 'enrolment', 'people', 'acts', 'waysIn'] as const;

const hrefs = {
  profiler: patterns.profilerSetting,
  tokens: patterns.tokens,
  enrolment: patterns.enrolment,
  people: patterns.people,
  acts: patterns.acts,
  waysIn: patterns.waysIn,
} as const;

export function SettingsNav() {
  const w = allWords();
  return (
    <nav aria-label={w.settings.sections} class="choices">
      <ul>
        {sections.map((name) => (
          <li key={name}>
            <a href={hrefs[name]} aria-current={place.value.path === hrefs[name] ? 'page' : undefined}>
              {w.settings[name]}
            </a>
          </li>
        ))}
        <li>
          {/* Pages of their own: the browser loads them, and not the router. */}
          <a href="/docs/" target="_self">
            {w.settings.documents}
          </a>
        </li>
      </ul>
    </nav>
  );
}
