import { generateKeyPairSync } from 'node:crypto';

/** The project that the fake has, and the service account that reads it. */
export const project = 'acme-prod';
export const projectNumber = '123456789012';
export const serviceAccount = `farol@${project}.iam.gserviceaccount.com`;
export const billingAccount = '01ABCD-234567-89EF01';
export const exportTable = `${project}.billing_export.gcp_billing_export_v1_01ABCD_234567_89EF01`;

/** A service account key, made anew in every run. */
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
