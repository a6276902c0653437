import { expect, test } from 'vitest';
import { parseLicenses } from './debian-licenses.ts';

const format = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/';

test('names the licences of all files once, and not those of texts that no file has', () => {
  const copyright = `${format}
Source: https://example.com
License: MPL-2.0

Files: *
Copyright: 2020 Someone
License: GPL-2+
 This program is free software.
 .
 License: not a field

Files: debian/*
License: GPL-2+ or LGPL-3+

License: BSD-3-clause
 Only its text.
`;
  expect(parseLicenses(copyright)).toEqual(['GPL-2+', 'GPL-2+ or LGPL-3+', 'MPL-2.0']);
});

test('guesses nothing from prose', () => {
  expect(parseLicenses('This is the Debian package of a library.\n\nFiles: *\nLicense: GPL-2+\n')).toEqual([]);
});
