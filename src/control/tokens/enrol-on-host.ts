/**
 * Installs an archive of the release and enrols it, as root, in the folder that holds the archive: `farol setup` of that
 * archive asks what is not in the command. The token comes by a descriptor, so that it is in no argument and no file.
 */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import { deliveredPrograms, releaseTag } from '../../core/delivered/delivered-programs.ts';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import type { EnrolTarget } from './enrol-target.ts';

export function renderOnHost(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const options = {
    '--url': target.enrollUrl.replace(/\/enroll$/u, ''),
    '--tunnel-url': target.tunnelUrl,
    '--organization': target.tenant,
    // The setup gets it from the address above, and accepts no other one.
    ...(target.caPem !== undefined && { '--ca-fingerprint': fingerprintOf(target.caPem) ?? '' }),
  };
  const words = Object.entries(options).map(([option, value]) => `${option} ${quoteShell(value)}`);
  return [
    // Together, so that the first failure ends all of it and not the shell.
    '(',
    'set -e',
    `release=${name}-${releaseTag(target.version)}-linux-$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')`,
    'tar --no-same-owner -xzf "$release.tar.gz"',
    `"./$release/farol" setup ${[...words, "--token-file /dev/fd/3 3<<'FAROL_END'"].join(' \\\n  ')}`,
    target.token,
    'FAROL_END',
    ')',
  ].join('\n');
}
