/** The three images: what each holds, how it starts, and how large it may become. Archives for hosts hold the same files. */
import { type ImageSpec, images as programs } from '../../demo/image.ts';
import { deliveredPaths as paths, deliveredPrograms } from '../../src/core/delivered/delivered-programs.ts';
import { waitingNodeEnvironment, waitingNodeOptions } from '../../src/core/node-options.ts';

export interface ReleaseImage {
  readonly name: string;
  readonly title: string;
  /** Folders of `dist`; its packages are those that they import. */
  readonly spec: Omit<ImageSpec, 'packages'>;
  /** After `node`, with files below the program's folder. */
  readonly start: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  /** Whether it brings the collector, whose file carries the privilege. */
  readonly hasCollector: boolean;
  /** Of one architecture, compressed; in millions of bytes. */
  readonly limitMegabytes: number;
}

export { deliveredPaths as paths } from '../../src/core/delivered/delivered-programs.ts';

export const releaseImages: readonly ReleaseImage[] = [
  {
    name: deliveredPrograms.agent,
    title: 'Farol Agent',
    spec: programs.agent,
    start: [...waitingNodeOptions, 'dist/agent/bin.js'],
    environment: { ...waitingNodeEnvironment, RUNNER_IDENTITY_DIR: paths.data },
    ports: [],
    hasCollector: false,
    limitMegabytes: 90,
  },
  {
    name: deliveredPrograms.profiler,
    title: 'Farol Profiler',
    spec: programs.profiler,
    start: [...waitingNodeOptions, 'dist/profiler/host/bin.js'],
    environment: { ...waitingNodeEnvironment, RUNNER_IDENTITY_DIR: paths.data },
    ports: [],
    hasCollector: true,
    limitMegabytes: 80,
  },
  {
    name: deliveredPrograms.control,
    title: 'Farol control plane',
    spec: programs.control,
    start: ['dist/src/cli/main.js', 'control'],
    environment: { FAROL_DATA_DIR: paths.data, FAROL_HOST: '0.0.0.0' },
    ports: ['8443/tcp', '8444/tcp'],
    hasCollector: false,
    limitMegabytes: 90,
  },
];
