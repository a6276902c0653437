/** The operations of branch protection and Dependabot alerts, put together. */
import { protectionOperations } from './operations/branch-protection.ts';
import { alertOperations } from './operations/dependabot-alerts.ts';

export const securityOperations = {
  ...alertOperations,
  ...protectionOperations,
};
