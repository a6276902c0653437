/** A button that, when it may not be pressed, stays reachable and says why. */
import { useId } from 'preact/hooks';

interface GatedButtonProps {
  readonly label: string;
  /** Set when the button may not be pressed. */
  readonly reason?: string | undefined;
  readonly tone?: 'primary' | 'danger' | 'plain';
  readonly onPress: () => void;
}

export function GatedButton({ label, reason, tone = 'plain', onPress }: GatedButtonProps) {
  const reasonId = useId();
  if (reason === undefined) {
    return (
      <button type="button" class={tone} onClick={onPress}>
        {label}
      </button>
    );
  }
  return (
    <span class="gated">
      <button type="button" class={tone} aria-disabled="true" aria-describedby={reasonId}>
        {label}
      </button>
      <span id={reasonId} class="small faint">
        {reason}
      </span>
    </span>
  );
}
