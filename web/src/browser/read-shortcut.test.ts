import { expect, test } from 'vitest';
import { readShortcut } from './read-shortcut.ts';

const none = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
  target: null,
};
const ctrl = { ...none, ctrlKey: true };

test.each([
  [{ ...ctrl, key: 'k' }, 'find'],
  [{ ...ctrl, key: 'K' }, 'find'],
  [{ ...none, key: 'k', metaKey: true }, 'find'],
  [{ ...none, key: '?' }, 'keys'],
  [{ ...none, key: 'k' }, undefined],
  [{ ...ctrl, key: '?' }, undefined],
  [{ ...ctrl, key: 'k', altKey: true }, undefined],
  [{ ...none, key: '?', isComposing: true }, undefined],
  [{ ...none, key: '?', defaultPrevented: true }, undefined],
] as const)('%j opens %s', (pressed, wanted) => {
  expect(readShortcut(pressed, false)).toBe(wanted);
  expect(readShortcut(pressed, true)).toBeUndefined();
});

test('a key belongs to a field that has the focus', () => {
  const inField = { closest: () => ({}) } as unknown as EventTarget;
  const outside = { closest: () => null } as unknown as EventTarget;
  for (const pressed of [
    { ...none, key: '?' },
    { ...ctrl, key: 'k' },
  ]) {
    expect(readShortcut({ ...pressed, target: inField }, false)).toBeUndefined();
    expect(readShortcut({ ...pressed, target: outside }, false)).toBeDefined();
  }
});
