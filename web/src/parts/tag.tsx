/** A state in one word. The mark differs in shape as well as colour, so neither is needed to tell them apart. */
import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'idle' | 'note';

const marks: Readonly<Record<Tone, string>> = {
  good: 'M3.500 8.500 6.500 11.500 12.500 4.500',
  warn: 'M8 3.500V9M8 11.500V12.500',
  bad: 'M4 4 12 12M12 4 4 12',
  busy: 'M8 3.500V8L11 10',
  idle: 'M4 8H12',
  note: 'M5 5H11V11H5Z',
};

export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <span class={`tag tag-${tone}`}>
      <svg class="tag-mark" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={marks[tone]} />
      </svg>
      {children}
    </span>
  );
}
