/** Portuguese for what the control plane says of an instance, and for the summaries of faults in a health report. */
export const fleetRemedies: Readonly<Record<string, string>> = {
  'It was offline while the authority of the control plane was replaced, and may not trust the current one. Put the current ca.pem into the file of its RUNNER_CA_FILE and restart it; its identity stays valid.':
    'Ela estava desconectada quando a autoridade do plano de controle foi trocada, e talvez não confie na atual. Coloque o ca.pem atual no arquivo de RUNNER_CA_FILE dela e reinicie-a; a identidade continua válida.',
  'It was offline while the command key was replaced, and still pins the expired one. Allow one re-enrolment, empty its identity directory and start it with a new bootstrap token.':
    'Ela estava desconectada quando a chave de comando foi trocada, e ainda confia na que expirou. Permita um novo registro, esvazie o diretório de identidade dela e inicie-a com um novo token de bootstrap.',
  'It enrolled but never connected. Check that it reaches the tunnel address and read its log.':
    'Ela se registrou, mas nunca se conectou. Confira se alcança o endereço do túnel e leia o log dela.',
  'Check that its process is running and reaches the tunnel address. It reconnects by itself; do not enrol it again.':
    'Confira se o processo dela está em execução e alcança o endereço do túnel. Ela se reconecta sozinha; não a registre de novo.',
  'Two copies of its identity were seen: a cloned or restored volume. Give each replica a volume of its own, then allow one re-enrolment.':
    'Duas cópias da identidade dela foram vistas: um volume clonado ou restaurado. Dê a cada réplica um volume próprio e depois permita um novo registro.',
  'Remove its process, or allow one re-enrolment to let it in again with a new key.':
    'Remova o processo dela, ou permita um novo registro para que ela volte com uma chave nova.',
  '{} is not set.': '{} não está definida.',
  'This operation is not in the catalog.': 'Esta operação não está no catálogo.',
  'This operation is not enabled on this agent.': 'Esta operação não está habilitada neste Agent.',
  'Several sources can answer; name one.': 'Várias fontes podem responder; escolha uma.',
  'An argument is not valid.': 'Um argumento não é válido.',
  'A rule of this agent refuses the request.': 'Uma regra deste Agent recusa o pedido.',
  'The time window is too wide.': 'A janela de tempo é larga demais.',
  'The request exceeds a limit.': 'O pedido excede um limite.',
  'The connector is not configured.': 'O conector não está configurado.',
  'The address is not the right one.': 'O endereço não é o correto.',
  'The credential was rejected.': 'A credencial foi rejeitada.',
  'The credential lacks a permission.': 'Falta uma permissão à credencial.',
  'A feature is turned off upstream.': 'Um recurso está desligado no sistema de origem.',
  'It does not exist or cannot be seen.': 'Não existe ou não pode ser visto.',
  'Too many requests within a short time.': 'Pedidos demais em pouco tempo.',
  'The upstream system is not responding.': 'O sistema de origem não responde.',
  'The upstream response has an unexpected format.': 'A resposta do sistema de origem tem um formato inesperado.',
  'A write was sent and its answer was lost.': 'Uma escrita foi enviada e a resposta se perdeu.',
  'The agent cannot record the request.': 'O Agent não consegue registrar o pedido.',
  'Farol failed; the cause is in its own log.': 'O Farol falhou; a causa está no log dele.',
};
