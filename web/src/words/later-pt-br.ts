/** As palavras de capturas, comparações, configurações, permissões, frota e consultas, carregadas com essas páginas. */
import { ptBrAudit } from './audit-pt-br.ts';
import { ptBrAsk } from './ask-pt-br.ts';
import { ptBrComparison, ptBrDiff } from './diff-pt-br.ts';
import { ptBrExpiries, ptBrFleet } from './fleet-pt-br.ts';
import type { LaterWords } from './later-en.ts';
import { ptBrMarkers, ptBrCapture } from './capture-pt-br.ts';
import { ptBrPolicies } from './policies-pt-br.ts';
import { ptBrRelease } from './release-pt-br.ts';
import { ptBrSettings } from './settings-pt-br.ts';
import { ptBrShare } from './share-pt-br.ts';
import { ptBrWaysIn } from './ways-in-pt-br.ts';

export const laterPtBr: LaterWords = {
  ...ptBrAudit,
  ...ptBrComparison,
  ...ptBrDiff,
  ...ptBrSettings,
  ...ptBrWaysIn,
  ...ptBrPolicies,
  ...ptBrExpiries,
  ...ptBrFleet,
  ...ptBrCapture,
  ...ptBrAsk,
  ...ptBrMarkers,
  ...ptBrShare,
  ...ptBrRelease,
};
