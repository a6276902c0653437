/** What the units say, before a systemd reads them: test/delivery/hosts runs them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHostGuide } from '../../../test/delivery/hosts/guide.ts';
import { releaseImages } from '../../release/images.ts';
import { collectorCapabilities } from '../../../demo/install-collector.ts';
import { renderHostFiles } from './render-unit.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const guide = readHostGuide(path.join(root, 'docs/guides/install-systemd.md'));

/** Of [Service], each setting with its values. */
function readUnit(name: string): Map<string, string[]> {
  const image = releaseImages.find((one) => one.name === name);
  const text = image === undefined ? '' : (renderHostFiles(image)[0]?.text ?? '');
  const service = text.split('[Service]\n')[1]?.split('\n[Install]')[0] ?? '';
  const settings = new Map<string, string[]>();
  for (const [, key = '', value = ''] of service.matchAll(/^(\w+)=(.*)$/gmu)) {
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

/** https://www.freedesktop.org/software/systemd/man/252/systemd.exec.html, NoNewPrivileges=; ProtectHostname does it too. */
const implyNoNewPrivileges = [
  'DynamicUser',
  'LockPersonality',
  'MemoryDenyWriteExecute',
  'PrivateDevices',
  'ProtectClock',
  'ProtectHostname',
  'ProtectKernelLogs',
  'ProtectKernelModules',
  'ProtectKernelTunables',
  'RestrictAddressFamilies',
  'RestrictNamespaces',
  'RestrictRealtime',
  'RestrictSUIDSGID',
  'SystemCallArchitectures',
  'SystemCallFilter',
  'SystemCallLog',
];

describe('the unit of the Profiler', () => {
  const unit = readUnit('farol-profiler');

  test('has no setting that takes the capabilities of the collector away', () => {
    expect(implyNoNewPrivileges.filter((name) => unit.has(name))).toEqual([]);
    expect(unit.get('NoNewPrivileges')).toEqual(['no']);
    expect(unit.get('AmbientCapabilities')).toEqual(['']);
  });

  test('allows the capabilities of the file of the collector and no other', () => {
    const ofFile = collectorCapabilities.replace('=ep', '').toUpperCase().split(',');
    expect(unit.get('CapabilityBoundingSet')?.join(' ').split(' ').toSorted()).toEqual(ofFile.toSorted());
  });

  test('has the memory limit of the reference configuration, without swap, and survives its collector', () => {
    expect([unit.get('MemoryMax'), unit.get('MemorySwapMax')]).toEqual([['512M'], ['0']]);
    expect(unit.get('OOMPolicy')).toEqual(['continue']);
  });
});

test.each(['farol-agent', 'farol-control'])(
  'the unit of %s has every setting that the Profiler cannot have',
  (name) => {
    const unit = readUnit(name);
    const absent = implyNoNewPrivileges.filter((one) => !unit.has(one));
    // A user of its own is not created at each start; Node compiles into memory that it then executes; nothing is logged.
    expect(absent).toEqual(['DynamicUser', 'MemoryDenyWriteExecute', 'SystemCallLog']);
    expect([unit.get('CapabilityBoundingSet'), unit.get('NoNewPrivileges')]).toEqual([[''], ['yes']]);
  },
);

describe('the guide', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

  test('installs the version of this repository', () => {
    expect(guide.variables).toMatch(new RegExp(`^tag=v${version}$`, 'mu'));
  });
});
