/** The colours of the theme that is shown: the reader's choice, else the system's. */
import { useEffect, useState } from 'preact/hooks';
import { theme } from '../browser/preferences.ts';
import { type Palette, palettes } from './flame-colours.ts';

export function usePalette(): Palette {
  const chosen = theme.value;
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  if (chosen !== 'system') return palettes[chosen];
  return isDark ? palettes.dark : palettes.light;
}
