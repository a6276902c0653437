/** What a command that enrols needs to know, and how it writes a file. */
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { Delivery } from '../../core/delivered/delivered-programs.ts';

export interface EnrolTarget extends Delivery {
  readonly class: InstanceClass;
  readonly tenant: string;
  readonly enrollUrl: string;
  readonly tunnelUrl: string;
  /** Undefined when the server's certificate comes from an authority that machines trust already. */
  readonly caPem: string | undefined;
  /** Shown once. */
  readonly token: string;
}

/** In a shell, the name under which it enrols: an Agent and a Profiler may be on one machine. */
export function instanceOf({ class: instanceClass }: Pick<EnrolTarget, 'class'>): string {
  return instanceClass === 'profiler' ? '$(hostname)' : '$(hostname)-agent';
}

/** Nothing in `content` is special to the shell. */
export function heredoc(command: string, content: string): string[] {
  return [`${command} <<'FAROL_END'`, content.trim(), 'FAROL_END'];
}
