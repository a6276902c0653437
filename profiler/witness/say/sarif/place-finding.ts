/**
 * Where a finding is: in a file of the source where debug information says so, otherwise in the workload as a whole.
 * Code scanning services refuse a file of which one result has no artifact.
 */
import { posix } from 'node:path';
import type { Finding } from '../../diff/summary.ts';

/** The root of the checked-out sources, by the name that code scanning services know. */
export const sourceRoot = '%SRCROOT%';

interface Artifact {
  readonly uri: string;
  readonly uriBaseId?: string;
}

export interface Location {
  readonly physicalLocation: { readonly artifactLocation: Artifact; readonly region?: { readonly startLine: number } };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string; readonly kind: string }[];
}

export function placeFinding({ axis, key, place }: Finding, workload: string): Location {
  const artifact = place && artifactOf(place.file);
  if (artifact !== undefined) {
    const region = place?.line === undefined ? {} : { region: { startLine: place.line } };
    return { physicalLocation: { artifactLocation: artifact, ...region } };
  }
  return {
    physicalLocation: { artifactLocation: { uri: encodePath(workload) } },
    logicalLocations: [{ fullyQualifiedName: key, kind: axis }],
  };
}

/** Undefined where the name is that of no file, such as `node:fs`, or of one outside the sources. */
function artifactOf(file: string): Artifact | undefined {
  if (file.startsWith('file:///')) return { uri: encodePath(decode(file)) };
  if (/^[A-Za-z][\w+.-]+:/u.test(file)) return undefined;
  if (file.startsWith('/')) return { uri: `file://${encodePath(file)}` };
  const inSources = posix.normalize(file);
  return inSources.startsWith('../') ? undefined : { uri: encodePath(inSources), uriBaseId: sourceRoot };
}

function decode(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

/** RFC 3986: a colon in the first segment would begin a scheme, and lone surrogates have no encoding. */
function encodePath(path: string): string {
  const [scheme = '', rest = path] = path.startsWith('file://') ? ['file://', path.slice(7)] : ['', path];
  return `${scheme}${rest
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')}`;
}
