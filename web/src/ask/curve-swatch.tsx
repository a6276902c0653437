/** The line of a curve, beside its name. */
import { useScheme } from '../parts/use-scheme.ts';
import { lineOf } from './curve-colours.ts';

export function CurveSwatch({ at }: { readonly at: number }) {
  const { stroke, dash } = lineOf(at, useScheme());
  return (
    <svg class="ask-swatch" viewBox="0 0 24 8" aria-hidden="true" focusable="false">
      <line stroke={stroke} stroke-dasharray={dash.join(' ')} x1="0" x2="24" y1="4" y2="4" />
    </svg>
  );
}
