/** A section of a page that is folded to one line: its title, and what is in it in a few words. */
import type { ComponentChildren } from 'preact';

interface FoldProps {
  /** Of the page: its title is `<id>-title`. */
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

export function Fold({ id, title, note, isOpen = false, onToggle, children }: FoldProps) {
  return (
    <section class={id} aria-labelledby={`${id}-title`}>
      <details
        class="disclosure fold"
        open={isOpen}
        {...(onToggle && { onToggle: ({ currentTarget }) => onToggle(currentTarget.open) })}
      >
        <summary>
          <h2 id={`${id}-title`}>{title}</h2> {note !== undefined && <span class="small fold-note">{note}</span>}
        </summary>
        <div class="fold-body">{children}</div>
      </details>
    </section>
  );
}
