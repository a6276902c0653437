/** A service account key, made anew in every run. */
import { generateKeyPairSync } from 'node:crypto';
import { project, serviceAccount } from './project.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export const { publicKey } = pair;

/** As the console hands it out. `note` stands in a field that nothing reads. */
export function keyFile(note = ''): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: '0123456789abcdef',
    private_key: pair.privateKey,
    client_email: serviceAccount,
    client_id: '104567',
    token_uri: 'https://oauth2.googleapis.com/token',
    note,
  });
}
