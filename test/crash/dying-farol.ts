/** The command line of Farol, for its control plane and the commands beside it. */
await import('../../src/cli/main.ts');
