/** As palavras, em português do Brasil, para deploys e incidentes informados por pipelines e alertas. */
import type { enMarkers } from './marker-en.ts';

export const ptBrMarkers: typeof enMarkers = {
  markers: {
    none: 'Nenhum foi informado. Um pipeline ou um alerta os informa com um token de incidente.',
    more: 'Os anteriores são listados por GET /api/markers.',
    kinds: { deploy: 'deploy', incident: 'incidente' },
    noWork: '(nem toda captura contou unidades de trabalho)',
    open: 'aberto',
    until: 'até',
    by: (token) => `informado pelo token “${token}”`,
    address: (host) => `Endereço em ${host}:`,
    during: 'Havia um incidente aberto durante esta captura',
    duringText: 'O que foi medido pode mostrar o incidente, e não a versão. Nenhum veredito muda por isso.',
    compared: 'Havia um incidente aberto durante uma captura desta comparação',
    further: (count) => `Havia ao menos mais ${count} em aberto, com início anterior.`,
    comparedIn: (before, from, after, to) => `capturas de ${from}: ${before}, de ${to}: ${after}`,
  },
  incidentTokens: {
    title: 'Tokens de incidente',
    text: 'Registram deploys e incidentes na linha do tempo de um processo e não leem nada. Um pipeline ou um alerta os envia para /api/markers.',
    create: 'Criar token de incidente',
    nameHint: 'O pipeline ou o alerta que vai usá-lo',
    kind: 'token de incidente',
    limited: 'Limitado a',
    unlimited: 'sem limite',
    workloads: 'Processos',
    environments: 'Ambientes',
    listHint: 'Separados por vírgulas; vazio para todos',
  },
};
