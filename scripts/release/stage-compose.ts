/** What `docker compose` needs on one machine: the compose file, its settings, and the profiles of the Profiler. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { seccompFile } from '../../src/core/delivered/delivered-programs.ts';
import { type ImageDigests, partOf } from './read-layout.ts';
import { releaseImages } from './images.ts';

/**
 * `tag` becomes the version in the example of settings. With `digests` there is a second compose file, for images from a
 * registry. Those that are loaded on the machine have tags alone: the engine stores them in another form.
 */
export function stageCompose(repository: string, folder: string, tag: string, digests: ImageDigests = {}): void {
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/compose'), folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/apparmor'), path.join(folder, 'apparmor'), { recursive: true });
  const seccomp = path.join(repository, 'deploy/seccomp/farol-profiler.json');
  cpSync(seccomp, path.join(folder, seccompFile));
  const example = path.join(folder, '.env.example');
  writeFileSync(example, readFileSync(example, 'utf8').replace(/^FAROL_TAG=.*$/mu, `FAROL_TAG=${tag}`));
  if (Object.keys(digests).length > 0) {
    writeFileSync(path.join(folder, 'compose.registry.yaml'), renderRegistry(tag, digests));
  }
}

function renderRegistry(tag: string, digests: ImageDigests): string {
  const registry = '${FAROL_IMAGE_REGISTRY:?set FAROL_IMAGE_REGISTRY in .env}';
  const images = releaseImages.flatMap(({ name }) => {
    const digest = digests[partOf(name)];
    return digest === undefined ? [] : [[partOf(name), { image: `${registry}/${name}@${digest}` }] as const];
  });
  const services = Object.fromEntries(images);
  // The same program as `control`.
  const more = services['control'] === undefined ? {} : { enrolment: services['control'] };
  return `# The images of ${tag} by their digests, whatever a registry has under that tag: COMPOSE_FILE in .env adds this file.
${stringify({ services: { ...services, ...more } }, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}
