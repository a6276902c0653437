/**
 * `farol support-bundle`: writes one JSON document for somebody who helps. It holds no secret and no
 * value of a setting, only its owner may read it, and it replaces nothing.
 *
 * Exit codes: 0 written, 1 it could not be made, 2 wrong usage, or the file exists.
 */
import { writeFile } from 'node:fs/promises';
import { buildSupportBundle } from '../../agent/doctor/support-bundle.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { endWith, exitCodes, printLine, printNote, WrongUsage } from './end-with.ts';

interface BundleOptions {
  readonly out?: string;
  readonly offline?: true;
}

export function writeSupportBundle(options: BundleOptions): Promise<void> {
  const redactor = new Redactor();
  return endWith('support-bundle', redactor, () => write(options, redactor));
}

async function write({ out, offline }: BundleOptions, redactor: Redactor): Promise<number> {
  const file = out ?? `farol-support-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}.json`;
  // Created first, so that an existing file is reported before the checks run.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause';
    const why = code === 'EEXIST' ? 'already exists and is not overwritten' : `cannot be written (${code})`;
    throw new WrongUsage(`${file} ${why}. Name another file with --out.`, { cause });
  });
  const bundle = await buildSupportBundle({
    env: process.env,
    redactor,
    log: createLog('farol support-bundle', { level: process.env['LOG_LEVEL'] ?? 'error', redactor }),
    signal: new AbortController().signal,
    onStep: (step) => printNote(`checking: ${step}`),
    isOffline: offline === true,
  });
  await writeFile(file, `${JSON.stringify(bundle, undefined, 2)}\n`, { mode: 0o600 });
  printNote(
    'Read it before you send it: it names hosts, settings, files and operations, but contains no value of a setting.',
  );
  printLine(file);
  return exitCodes.done;
}
