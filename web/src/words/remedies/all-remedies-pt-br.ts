/** Portuguese for what an Agent reports: findings of health checks, and what to do about every fault. */
import { agentRemedies } from './agent-pt-br.ts';
import { amplitudeRemedies } from './amplitude-pt-br.ts';
import { argocdRemedies } from './argocd-pt-br.ts';
import { awsRemedies } from './aws-pt-br.ts';
import { azionRemedies } from './azion-pt-br.ts';
import { checklyRemedies } from './checkly-pt-br.ts';
import { cloudflareRemedies } from './cloudflare-pt-br.ts';
import { datadogRemedies } from './datadog-pt-br.ts';
import { eksRemedies } from './eks-pt-br.ts';
import { gcpRemedies } from './gcp-pt-br.ts';
import { githubRemedies } from './github-pt-br.ts';
import { grafanaRemedies } from './grafana-pt-br.ts';
import { jiraRemedies } from './jira-pt-br.ts';
import { kubernetesRemedies } from './kubernetes-pt-br.ts';
import { mongodbRemedies } from './mongodb-pt-br.ts';
import { profilerRemedies } from './profiler-pt-br.ts';
import { secretRemedies } from './secrets-pt-br.ts';
import { slackRemedies } from './slack-pt-br.ts';
import { sonarqubeRemedies } from './sonarqube-pt-br.ts';
import { vercelRemedies } from './vercel-pt-br.ts';
import { findings } from './findings-pt-br.ts';
import { fleetRemedies } from './fleet-pt-br.ts';
import { policySentences } from './policies-pt-br.ts';

export const allRemedies: Readonly<Record<string, string>> = {
  ...agentRemedies,
  ...amplitudeRemedies,
  ...argocdRemedies,
  ...awsRemedies,
  ...azionRemedies,
  ...checklyRemedies,
  ...cloudflareRemedies,
  ...datadogRemedies,
  ...eksRemedies,
  ...gcpRemedies,
  ...githubRemedies,
  ...grafanaRemedies,
  ...jiraRemedies,
  ...kubernetesRemedies,
  ...mongodbRemedies,
  ...profilerRemedies,
  ...secretRemedies,
  ...slackRemedies,
  ...sonarqubeRemedies,
  ...vercelRemedies,
  ...findings,
  ...fleetRemedies,
  ...policySentences,
};
