/** Bundle files: as the control plane serves them, or unpacked. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Bundle } from '../bundle/record/bundle.ts';
import { bundleCaps, BundleError, decodeBundle } from '../bundle/encode.ts';
import { CliError } from './exit-codes.ts';

export interface BundleFile {
  readonly file: string;
  /** SHA-256 of the canonical JSON. */
  readonly id: string;
  readonly bundle: Bundle;
}

const gzipMagic = [0x1f, 0x8b] as const;

/** @throws CliError that names the file, and the field where one is wrong. */
export function readBundleFile(file: string): BundleFile {
  const bytes = readBytes(file);
  const isGzip = bytes[0] === gzipMagic[0] && bytes[1] === gzipMagic[1];
  try {
    return { file, ...decodeBundle(isGzip ? bytes : gzipSync(bytes, { level: 1 })) };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    throw new CliError(`${file}: ${error.message}`, { cause: error });
  }
}

function readBytes(file: string): Buffer {
  let opened: number | undefined;
  try {
    opened = openSync(file, 'r');
    const { size } = fstatSync(opened);
    if (size > bundleCaps.decoded) {
      throw new CliError(`${file}: has ${size} bytes; a bundle has at most ${bundleCaps.decoded}`);
    }
    return readFileSync(opened);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new CliError(`${file}: cannot be read (${code})`, { cause: error });
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
