import { expect, test } from 'vitest';
import { logFolders, loggedIn } from './log-lines.ts';

test.each(Object.entries(logFolders))(
  'every warning and error of the %s is explained, and none that is gone',
  (_name, part) => {
    const logged = new Set(part.folders.flatMap(loggedIn));
    expect(logged.size).toBeGreaterThan(4);
    expect([...logged].toSorted()).toEqual(Object.keys(part.lines).toSorted());
  },
);
