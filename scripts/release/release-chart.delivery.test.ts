/** The chart that a release packs, as Helm reads it. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findRelease, type Release } from '../../test/delivery/release-images.ts';
import { variants } from '../delivery/kubernetes/variants.ts';
import { buildHelm } from '../go-tool.ts';
import { readLayout } from './read-layout.ts';

let release: Release;
beforeAll(async () => {
  release = await findRelease();
}, 900_000);

test('the chart has the version of the release and installs its images by digest', () => {
  const version = release.tag.slice(1);
  const chart = path.join(release.folder, 'charts', `farol-${version}.tgz`);
  const helm = buildHelm((line) => process.stderr.write(`${line}\n`));
  const values = JSON.stringify(variants.find(({ name }) => name === 'control-plane-postgres')?.values);
  const args = ['template', 'farol', chart, '--kube-version', '1.36.0', '--values', '-'];
  const { digest } = readLayout(path.join(release.folder, 'images/farol-control'));
  const rendered = execFileSync(helm, args, { encoding: 'utf8', input: values });
  expect([...rendered.matchAll(/image: (\S+)/gu)].map(([, image]) => image)).toEqual([
    `registry.example.com/farol/farol-control@${digest}`,
  ]);
  const shown = execFileSync(helm, ['show', 'chart', chart], { encoding: 'utf8' });
  expect(shown.split('\n')).toContain(`version: ${version}`);
});
