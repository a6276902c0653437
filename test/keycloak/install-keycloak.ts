/** Keycloak as its makers publish it, configured once for memory only. Needs Maven, unzip and Java. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeOnce } from '../../scripts/make-once.ts';
import { verifyDownload } from '../../scripts/verify-download.ts';

const version = '26.7.3';
const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
const archive = `org/keycloak/keycloak-quarkus-dist/${version}/keycloak-quarkus-dist-${version}.zip`;

/** Returns its folder. */
export function installKeycloak(): string {
  const installed = path.resolve(import.meta.dirname, '../../.farol', `keycloak-${version}`);
  makeOnce(installed, (making) => {
    const repository = path.join(making, 'repository');
    const options = ['-q', '-B', `-Dmaven.repo.local=${repository}`, '-Dtransitive=false'];
    execFileSync('mvn', ['dependency:get', ...options, `-Dartifact=${artifact}`], { stdio: 'inherit' });
    const file = path.join(repository, archive);
    verifyDownload(file);
    execFileSync('unzip', ['-q', file, '-d', making]);
    rmSync(repository, { recursive: true });
    renameSync(path.join(making, `keycloak-${version}`), path.join(making, 'server'));
    const build = ['build', '--db=dev-mem'];
    execFileSync(path.join(making, 'server/bin/kc.sh'), build, { stdio: ['ignore', 'inherit', 'inherit'] });
  });
  return path.join(installed, 'server');
}

if (import.meta.main) installKeycloak();
