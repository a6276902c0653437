/** What an installation needs of the program that runs its containers. */

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Engine {
  /** With it `podman`, `docker` and their compose address this engine and not that of the machine. */
  readonly env: NodeJS.ProcessEnv;
  /** Name of the compose project. */
  readonly project: string;
  /** Name of the container of a service. */
  container(service: string): string;
  /** Never throws for what a command ended with. */
  run(...args: readonly string[]): Ran;
  /** Of a command that has to succeed. @throws Error with what it wrote to standard error. */
  read(...args: readonly string[]): string;
  /** Removes all that it runs and has written. */
  close(): void | Promise<void>;
}
