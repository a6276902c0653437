/** One exemplar for each connector of the registry; the suite fails when one is missing. */
import type { Exemplar } from './exemplar.ts';
import { amplitude } from './amplitude-exemplar.ts';
import { argocd } from './argocd-exemplar.ts';
import { aws } from './aws-exemplar.ts';
import { azion } from './azion-exemplar.ts';
import { checkly } from './checkly-exemplar.ts';
import { cloudflare } from './cloudflare-exemplar.ts';
import { datadog } from './datadog-exemplar.ts';
import { eks } from './eks-exemplar.ts';
import { gcp } from './gcp-exemplar.ts';
import { github } from './github-exemplar.ts';
import { grafana } from './grafana-exemplar.ts';
import { jira } from './jira-exemplar.ts';
import { mongodb } from './mongodb-exemplar.ts';
import { slack } from './slack-exemplar.ts';
import { sonarqube } from './sonarqube-exemplar.ts';
import { vercel } from './vercel-exemplar.ts';

export const exemplars: Readonly<Record<string, Exemplar>> = {
  amplitude,
  argocd,
  aws,
  azion,
  checkly,
  cloudflare,
  datadog,
  eks,
  gcp,
  github,
  grafana,
  jira,
  mongodb,
  slack,
  sonarqube,
  vercel,
};
