/** One exemplar for each connector of the registry; the suite fails when one is missing. */
import type { Exemplar } from './exemplar.ts';
import { aws } from './aws-exemplar.ts';
import { eks } from './eks-exemplar.ts';
import { gcp } from './gcp-exemplar.ts';
import { grafana } from './grafana-exemplar.ts';

export const exemplars: Readonly<Record<string, Exemplar>> = { aws, eks, gcp, grafana };
