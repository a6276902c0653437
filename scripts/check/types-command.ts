/** Checks the types of everything but the web app, again only where something changed: `.farol` remembers the rest. */
export const typesRecord = '.farol/types.tsbuildinfo';

/** Arguments of tsc, which runs at the root of the repository. */
export const typesArguments = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', typesRecord] as const;
