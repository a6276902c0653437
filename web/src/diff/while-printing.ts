/** Whether the page is being printed: what is folded on the screen is shown on paper, and folded again afterwards. */
import { signal } from '@preact/signals';

export const isPrinting = signal(false);

addEventListener('beforeprint', () => {
  isPrinting.value = true;
});
addEventListener('afterprint', () => {
  isPrinting.value = false;
});
