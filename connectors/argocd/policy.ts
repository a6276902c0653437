/** The account and its one right, as the two configuration maps of Argo CD take them. */
export const account = 'farol';
export const role = 'farol-read';

export const policyLines = [`p, role:${role}, applications, get, */*, allow`, `g, ${account}, role:${role}`] as const;
