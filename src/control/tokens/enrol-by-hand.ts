/**
 * Enrols the program of an unpacked archive with nothing around it: every file and variable that it reads, for those who
 * have a supervisor of their own. Nothing is written outside the folder.
 */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import { deliveredPrograms, fileCapabilities, targetsFile } from '../../core/delivered/delivered-programs.ts';
import { type EnrolTarget, heredoc, instanceOf } from './enrol-target.ts';

/** Beside the program, whose name it must not have. */
const folder = 'enrolment';

export function renderByHand(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const isProfiler = target.class === 'profiler';
  const inFolder = (file: string): string => `"$PWD/${folder}/${file}"`;
  const variables = {
    RUNNER_TENANT: quoteShell(target.tenant),
    RUNNER_ENROLL_URL: quoteShell(target.enrollUrl),
    RUNNER_TUNNEL_URL: quoteShell(target.tunnelUrl),
    RUNNER_INSTANCE_ID: `"${instanceOf(target)}"`,
    RUNNER_BOOTSTRAP_TOKEN_FILE: inFolder('bootstrap'),
    RUNNER_IDENTITY_DIR: inFolder('identity'),
    ...(target.caPem !== undefined && { RUNNER_CA_FILE: inFolder('ca.pem') }),
    ...(isProfiler && { RUNNER_PTOP_FILE: '"$PWD/ptop"', RUNNER_PROFILE_TARGETS_FILE: targetsFile }),
  };
  const assignments = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  return [
    ...(isProfiler ? [`# As root, once: setcap ${fileCapabilities} ptop`] : []),
    `mkdir -p -m 700 ${folder} ${folder}/identity`,
    ...heredoc(`(umask 077; cat > ${folder}/bootstrap)`, target.token),
    ...(target.caPem === undefined ? [] : heredoc(`cat > ${folder}/ca.pem`, target.caPem)),
    `${assignments.join(' \\\n  ')} \\\n  ./${name}`,
  ].join('\n');
}
