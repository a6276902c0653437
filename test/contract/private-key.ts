/** One RSA key for the run of a test file, for systems that are opened with a key: in PEM. */
import { generateKeyPairSync } from 'node:crypto';

export const privateKey: string = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
