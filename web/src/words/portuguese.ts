/** Everything that a page in Portuguese needs, as one file that only such a page loads. */
import { ptBr } from './pt-br.ts';

/** Portuguese for the reasons of captures, which arrive in English with a code. */
const reasons = {
  aborted: 'O plano de controle encerrou a captura.',
  bundle_rejected:
    'O pacote que o Profiler enviou não pôde ser aceito. Use a mesma versão do Profiler e do plano de controle.',
  bundle_too_large: 'A captura foi medida, mas o pacote excede um limite.',
  busy: 'Este Profiler está medindo outro alvo no momento.',
  cancelled: 'O pedido foi cancelado antes de terminar.',
  collector_failed: 'O coletor falhou.',
  collector_killed:
    'O coletor (ptop) foi encerrado por um sinal, e o cgroup do contêiner não registrou falta de memória (OOM).',
  collector_no_memory: 'O kernel negou memória ao coletor. Aumente o limite de memória do contêiner.',
  collector_no_room:
    'A captura foi recusada antes de começar: ela poderia usar mais memória do que o contêiner tem livre.',
  collector_oom: 'O coletor (ptop) foi encerrado por falta de memória (OOM) no contêiner.',
  collector_timeout: 'O coletor não terminou no prazo e foi encerrado.',
  expired: 'Nenhum Profiler aceitou o pedido no prazo. Peça de novo se a versão ainda estiver em execução.',
  measured: 'A captura foi medida e enviada.',
  no_answer:
    'Um Profiler ativo não respondeu à oferta; não se sabe se o processo está em execução lá. Veja o log dele e o relógio do nó.',
  no_events: 'A instrumentação estava ativa e o processo não fez nada durante a janela.',
  no_such_process: 'O processo está na lista de alvos, mas não está em execução.',
  not_in_target_list: 'O processo não está na lista de alvos. Inclua-o na lista do nó em que ele é executado.',
  nothing_measured: 'Nada pôde ser medido.',
  outcome_dropped:
    'A captura foi medida, mas o pacote foi descartado antes de o plano de controle armazená-lo. Peça de novo quando o Profiler alcançar o plano de controle.',
  profiler_disabled: 'O Profiler foi desabilitado para esta organização enquanto o pedido estava aberto.',
  profiler_lost:
    'O Profiler que aceitou o pedido não informou um resultado no prazo. Veja o log dele e a página Frota.',
  profiler_restarted: 'O Profiler foi reiniciado durante a medição.',
  request_ended: 'O pedido já tinha terminado quando este Profiler o aceitou.',
  target_gone: 'O processo terminou antes do início da janela.',
  target_list_refused:
    'O coletor (ptop) não aceita a lista de alvos: ela não é válida, ou outro usuário além de root pode gravá-la.',
  target_restarted:
    'Todos os processos do alvo terminaram dentro da janela; a captura misturaria duas execuções. Peça de novo quando ele estiver estável.',
  too_many_processes:
    'Há neste nó mais processos com esse nome do que uma captura pode medir. Inclua um namespace na lista ou use um nome mais específico.',
} as const;

/** Members are looked up by a code from outside, so that `constructor` is no code. */
export const servedPtBr: ReadonlyMap<string, string> = new Map(Object.entries(reasons));

export const portuguese = { words: ptBr, served: servedPtBr };
