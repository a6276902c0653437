/** Never to be given to the token, each with the reason. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const forbidden: Manifest['forbidden'] = [
  { grant: 'Contents: read and write', because: 'Pushes, merges and deletes; no operation changes code.' },
  { grant: 'Administration: read and write', because: 'Deletes repositories and takes protection off branches.' },
  { grant: 'Pull requests: read and write', because: 'Opens and closes pull requests; no operation does.' },
  { grant: 'Actions: read and write', because: 'Starts, stops and deletes runs; no operation does.' },
  { grant: 'Workflows: read and write', because: 'Changes what automation runs, and with it every secret of it.' },
  {
    grant: 'Secrets: read and write',
    because: 'Replaces what automation signs in with; no operation touches secrets.',
  },
  { grant: 'Webhooks: read and write', because: 'Sends every event of the repository to any address.' },
  {
    grant: 'delete_repo',
    because: 'A scope of classic tokens that deletes repositories; no operation deletes anything.',
  },
  { grant: 'admin:org', because: 'A scope of classic tokens that governs members and teams; no operation reads them.' },
  { grant: 'workflow', because: 'A scope of classic tokens that changes what automation runs; no operation does.' },
];
