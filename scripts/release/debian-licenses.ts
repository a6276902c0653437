/** Licences of a package of Debian, by the names that its machine-readable copyright file gives them. */
import { execFileSync } from 'node:child_process';

const format = /^Format: https?:\/\/www\.debian\.org\/doc\/packaging-manuals\/copyright-format\/1\.0\/?$/mu;

/** Empty where the file is prose, as that of glibc is: a list that was guessed from it would be wrong. */
export function parseLicenses(copyright: string): string[] {
  const [header = '', ...stanzas] = copyright.split(/\n[ \t]*\n/u);
  if (!format.test(header)) return [];
  const ofFiles = stanzas.filter((stanza) => /^Files:/mu.test(stanza));
  const names = [header, ...ofFiles].flatMap((stanza) => /^License:[ \t]*(\S.*)$/mu.exec(stanza)?.[1]?.trim() ?? []);
  return [...new Set(names)].toSorted();
}

/** Of the package file `deb`. Libraries of GCC have no copyright file of their own: it is in another package. */
export function readDebianLicenses(deb: string, name: string): string[] {
  const archive = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 1 << 28 });
  const member = `./usr/share/doc/${name}/copyright`;
  const listed = execFileSync('tar', ['--list'], { input: archive, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (!listed.split('\n').includes(member)) return [];
  return parseLicenses(execFileSync('tar', ['--extract', '--to-stdout', member], { input: archive, encoding: 'utf8' }));
}
