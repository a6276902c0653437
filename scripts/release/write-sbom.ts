/** The list of contents of one image or archive, as CycloneDX 1.6. The same parts give the same bytes. */
import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import type { Part } from './list-parts.ts';

export interface SbomSubject {
  readonly name: string;
  readonly version: string;
  /** Of an image, "sha256:…"; absent for what is none. */
  readonly imageDigest?: string;
  /** Absent for what is the same on each. */
  readonly architecture?: string;
  /** Seconds since 1970. */
  readonly date: number;
}

const algorithms = { sha256: Enums.HashAlgorithm['SHA-256'], sha512: Enums.HashAlgorithm['SHA-512'] } as const;

const componentTypes: Partial<Record<Part['kind'], Enums.ComponentType>> = {
  node: Enums.ComponentType.Platform,
  image: Enums.ComponentType.Container,
};

export function writeSbom(subject: SbomSubject, parts: readonly Part[]): string {
  const { name, version, imageDigest, architecture, date } = subject;
  const type = imageDigest === undefined ? Enums.ComponentType.Application : Enums.ComponentType.Container;
  const licenses = new Models.LicenseRepository([new Models.LicenseExpression('Apache-2.0')]);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      timestamp: new Date(date * 1000),
      component: new Models.Component(type, name, {
        version,
        ...(architecture !== undefined && { description: `for linux/${architecture}` }),
        bomRef: `${name}@${version}`,
        licenses,
        ...(imageDigest !== undefined && describeImage(subject, imageDigest)),
      }),
    }),
    components: new Models.ComponentRepository(parts.map(toComponent)),
  });
  bom.serialNumber = serialNumber(
    `${name} ${version} ${imageDigest ?? 'no image'} ${architecture ?? 'any'} ${JSON.stringify(parts)}`,
  );
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}

/** The digest of the image itself, which a scanner finds it by. */
function describeImage({ name, version, architecture }: SbomSubject, imageDigest: string) {
  const qualifiers = { ...(architecture !== undefined && { arch: architecture }), tag: version };
  return {
    purl: new PackageURL('oci', undefined, name, imageDigest, qualifiers, undefined).toString(),
    hashes: new Models.HashDictionary([[algorithms.sha256, imageDigest.replace('sha256:', '')]]),
  };
}

function toComponent(part: Part): Models.Component {
  const { name, version, digest, licenses = [] } = part;
  const type = componentTypes[part.kind] ?? Enums.ComponentType.Library;
  const purl = toPurl(part);
  return new Models.Component(type, name, {
    version,
    purl,
    bomRef: purl,
    hashes: new Models.HashDictionary([[algorithms[digest.algorithm], digest.value]]),
    licenses: new Models.LicenseRepository(licenses.map((one) => new Models.NamedLicense(one))),
  });
}

/** The library leaves the plus of a version as it is; the specification of package URLs encodes it. */
export function toPurl(part: Part): string {
  return renderPurl(part).replaceAll('+', '%2B');
}

function renderPurl({ kind, name, version, architecture, digest }: Part): string {
  const scope = name.startsWith('@') ? name.split('/') : [undefined, name];
  const [namespace, plain = name] = scope;
  const arch = architecture === undefined ? {} : { arch: architecture };
  switch (kind) {
    case 'debian':
      return new PackageURL('deb', 'debian', name, version, { ...arch, distro: 'debian-12' }, undefined).toString();
    case 'crate':
      return new PackageURL('cargo', undefined, name, version, undefined, undefined).toString();
    case 'node':
    case 'rust':
      return new PackageURL('generic', undefined, name, version, arch, undefined).toString();
    case 'image':
      return new PackageURL('oci', undefined, name, `sha256:${digest.value}`, { tag: version }, undefined).toString();
    case 'npm':
      return new PackageURL('npm', namespace, plain, version, undefined, undefined).toString();
  }
}

/** A UUID of what is listed: version 8 of RFC 9562, which leaves its bits to its maker. */
function serialNumber(text: string): `urn:uuid:${string}-${string}-${string}-${string}-${string}` {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
