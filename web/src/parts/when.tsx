/** A moment: how long ago, with the exact time on hover and in print; or the exact time itself. */
import { signal } from '@preact/signals';
import { formatAgo, formatMoment } from '../reading/format-time.ts';
import { locale, words } from '../words/words.ts';

const now = signal(Date.now());

/** Keeps every relative time on the page true. Runs as long as the page. */
export function startTicking(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 10_000);
}

export function When({ at, exact = false }: { readonly at: string | undefined; readonly exact?: boolean }) {
  if (at === undefined) return <span class="faint">{words().time.never}</span>;
  const moment = formatMoment(at, locale.value);
  const ago = formatAgo(at, Math.max(now.value, Date.now()), locale.value);
  return (
    <time datetime={at} title={exact ? ago : moment} class="when">
      {exact ? moment : ago}
    </time>
  );
}
