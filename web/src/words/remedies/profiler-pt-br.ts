/** Portuguese for what a Profiler found when it started. */
export const profilerRemedies: Readonly<Record<string, string>> = {
  'Capabilities, kernel and target list are in order; 1 target listed.':
    'As capabilities, o kernel e a lista de alvos estão em ordem; 1 alvo listado.',
  'Capabilities, kernel and target list are in order; {} targets listed.':
    'As capabilities, o kernel e a lista de alvos estão em ordem; {} alvos listados.',
  'Nothing to do.': 'Não há nada a fazer.',
  'This process does not see the processes of the host: only processes of the same container or pod can be measured.':
    'Este processo não vê os processos do host: só processos do mesmo contêiner ou pod podem ser medidos.',
  'Set pid: host (hostPID: true), unless the target shares the process namespace of this pod.':
    'Defina pid: host (hostPID: true), a menos que o alvo compartilhe o namespace de processos deste pod.',
  'No memory limit is set: a capture of an unusual target could take memory from other processes of the node.':
    'Nenhum limite de memória está definido: uma captura de um alvo incomum poderia tomar memória de outros processos do nó.',
  'Set mem_limit and memswap_limit to 512m.': 'Defina mem_limit e memswap_limit como 512m.',
  'Swap is not turned off for this container: at the limit the collector takes longer to die and this process is pushed into swap.':
    'O swap não está desligado para este contêiner: no limite, o coletor demora mais a terminar e este processo vai para o swap.',
  'Set memswap_limit equal to mem_limit.': 'Defina memswap_limit igual a mem_limit.',
};
