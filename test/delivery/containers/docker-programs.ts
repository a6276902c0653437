/** Docker Engine with its command and the compose plugin, of the versions that the two module files beside this one pin. */
import path from 'node:path';
import { buildGoTool } from '../../../scripts/go-tool.ts';

const programs = {
  dockerd: ['docker-engine', 'github.com/moby/moby/v2/cmd/dockerd'],
  containerd: ['docker-engine', 'github.com/containerd/containerd/v2/cmd/containerd'],
  'containerd-shim-runc-v2': ['docker-engine', 'github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2'],
  docker: ['docker-client', 'github.com/docker/cli/cmd/docker'],
  'docker-compose': ['docker-client', 'github.com/docker/compose/v5/cmd'],
} as const;
export type DockerProgram = keyof typeof programs;

/** Returns the file of each. Compiled once for these versions: sixteen minutes on two busy cores. */
export function buildDocker(say: (line: string) => void): Record<DockerProgram, string> {
  const build = (name: DockerProgram): string => {
    const [module, main] = programs[name];
    return buildGoTool({ name, moduleFolder: path.join(import.meta.dirname, module), package: main }, say);
  };
  return {
    dockerd: build('dockerd'),
    containerd: build('containerd'),
    'containerd-shim-runc-v2': build('containerd-shim-runc-v2'),
    docker: build('docker'),
    'docker-compose': build('docker-compose'),
  };
}
