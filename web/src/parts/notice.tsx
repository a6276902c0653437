import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'bad' | 'good';
  /** `alert` interrupts a screen reader, `status` waits; without one the notice is only there. */
  readonly role?: 'alert' | 'status';
  readonly children: ComponentChildren;
}

/** A message inside the page. */
export function Notice({ tone, role, children }: NoticeProps) {
  return (
    <div class={`notice notice-${tone}`} {...(role !== undefined && { role })}>
      {children}
    </div>
  );
}
