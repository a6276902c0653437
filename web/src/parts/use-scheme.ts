/** The colour scheme that is shown: the reader's choice, else the system's. For what CSS cannot colour, as a canvas. */
import { useEffect, useState } from 'preact/hooks';
import { theme } from '../browser/preferences.ts';

export function useScheme(): 'light' | 'dark' {
  const chosen = theme.value;
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  if (chosen !== 'system') return chosen;
  return isDark ? 'dark' : 'light';
}
