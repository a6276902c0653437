/** Which keys open something from anywhere. Pure, but for what is asked of the page. */

export type Shortcut = 'find' | 'keys';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing' | 'target'
>;

/** Where keys belong to what has the focus: text that is written, a choice that is searched by its first letters. */
const fields = 'input, textarea, select, [contenteditable]';

/** Undefined for every other key, in a field, and while a dialog is open. */
export function readShortcut(event: Pressed, isDialogOpen: boolean): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || isDialogOpen) return undefined;
  const wanted = shortcutOf(key, ctrlKey || metaKey);
  if (wanted === undefined) return undefined;
  const { target } = event;
  return target !== null && 'closest' in target && (target as Element).closest(fields) !== null ? undefined : wanted;
}

function shortcutOf(key: string, isCommand: boolean): Shortcut | undefined {
  if (isCommand) return key.toLowerCase() === 'k' ? 'find' : undefined;
  return key === '?' ? 'keys' : undefined;
}
