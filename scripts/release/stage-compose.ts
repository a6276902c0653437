/** What `docker compose` needs on one machine: the compose file, its settings, and the profiles of the Profiler. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `tag` becomes the version in the example of settings. */
export function stageCompose(repository: string, folder: string, tag: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/compose'), folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/apparmor'), path.join(folder, 'apparmor'), { recursive: true });
  const seccomp = path.join(repository, 'deploy/seccomp/farol-profiler.json');
  cpSync(seccomp, path.join(folder, 'farol-profiler.seccomp.json'));
  const example = path.join(folder, '.env.example');
  writeFileSync(example, readFileSync(example, 'utf8').replace(/^FAROL_TAG=.*$/mu, `FAROL_TAG=${tag}`));
}
