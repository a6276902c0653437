/** The project that the fake has, and the service account that reads it. */
export const project = 'acme-prod';
export const projectNumber = '123456789012';
export const serviceAccount = `farol@${project}.iam.gserviceaccount.com`;
export const billingAccount = '01ABCD-234567-89EF01';
export const exportTable = `${project}.billing_export.gcp_billing_export_v1_01ABCD_234567_89EF01`;
