/** What ends within 30 days: when, who must act, and with which command. Nothing is shown while nothing ends. */
import type { FleetExpiry } from '../../../src/control/api/api.ts';
import { formatMoment } from '../reading/format-time.ts';
import { locale, allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Notice } from '../parts/notice.tsx';

/** What the operator of the control plane runs; nothing where no command helps. */
const commands: Readonly<Partial<Record<FleetExpiry['what'], string>>> = {
  authority: 'farol control rotate-keys --authority',
  authority_change: 'farol control rotate-keys --status',
  command_key_change: 'farol control rotate-keys --status',
};

export function FleetExpiries({ expiries }: { readonly expiries: readonly FleetExpiry[] }) {
  const w = allWords();
  if (expiries.length === 0) return null;
  return (
    <section class="expiries" aria-label={w.expiries.title}>
      {expiries.map((expiry) => (
        <Expiry key={expiry.what} expiry={expiry} />
      ))}
    </section>
  );
}

function Expiry({ expiry: { what, ends_at: at, waiting } }: { readonly expiry: FleetExpiry }) {
  const w = allWords();
  const command = commands[what];
  return (
    <Notice tone="warn">
      <p>
        <strong>{w.expiries.heads[what](formatMoment(at, locale.value))}</strong>
      </p>
      <p>{w.expiries.acts[what]}</p>
      {waiting.length > 0 && <p class="break">{w.expiries.waiting(waiting.length, waiting.join(', '))}</p>}
      {command !== undefined && <Copyable text={command} name={w.expiries.command} />}
    </Notice>
  );
}
