/** Where one can go in the settings: a list at the side; on a narrow page under a button that names the open section. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { patterns } from '../browser/addresses.ts';
import { place } from '../browser/router.ts';
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
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { path } = place.value;
  useEffect(() => setOpen(false), [path]);
  const current = sections.find((name) => hrefs[name] === path);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <nav aria-label={w.settings.sections} class="settings-nav" onKeyDown={onKeyDown}>
      <button ref={button} type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {current === undefined ? w.settings.title : `${w.settings.title}: ${w.settings[current]}`}
      </button>
      <ul id={id}>
        {sections.map((name) => (
          <li key={name}>
            <a href={hrefs[name]} aria-current={current === name ? 'page' : undefined}>
              {w.settings[name]}
            </a>
          </li>
        ))}
        <li>
          {/* Pages of their own: the browser loads them, and not the router. */}
          <a href="/docs/" hreflang="en" target="_self">
            {w.settings.documents}
          </a>
        </li>
      </ul>
    </nav>
  );
}
