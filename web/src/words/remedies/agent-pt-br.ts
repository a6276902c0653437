/** Portuguese for the remedies of the Agent and of what it shares with connectors; `{}` is what differs. */
export const agentRemedies: Readonly<Record<string, string>> = {
  'This is a limit of the Agent: wait, or raise RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE.':
    'Este é um limite do Agent: espere ou aumente RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE.',
  'Set {}.': 'Defina {}.',
  'Set {}, for example to {}': 'Defina {}, por exemplo como {}',
  'Ask for less: a lower limit, a narrower window or a coarser step.':
    'Peça menos: um limite menor, uma janela mais estreita ou um passo maior.',
  'Leave query out: this source has no query language.':
    'Deixe query de fora: esta fonte não tem linguagem de consulta.',
  'Write the query in a language of this source: {}.': 'Escreva a consulta em uma linguagem desta fonte: {}.',
  'Ask for at most {} at a time.': 'Peça no máximo {} de cada vez.',
  'Name one as source: {}.': 'Indique uma como source: {}.',
  'Use an operation of the catalog. No permission, setting or argument adds another one.':
    'Use uma operação do catálogo. Nenhuma permissão, configuração ou argumento acrescenta outra.',
  'The Agent was stopped: ask again when it is running.':
    'O Agent foi parado: tente de novo quando ele estiver em execução.',
  '{} Operations are still answered.': '{} As operações continuam sendo respondidas.',
  'Operator: {}. {}': 'Operador: {}. {}',
  'Report it with the request id; your configuration is not the cause.':
    'Relate o problema com o ID da requisição; sua configuração não é a causa.',
  'Ask for less: a narrower window, a coarser step or a more selective query.':
    'Peça menos: uma janela mais estreita, um passo maior ou uma consulta mais seletiva.',
  'Check in the upstream system whether the write was done; do not repeat it blindly.':
    'Confira no sistema de origem se a escrita foi feita; não a repita às cegas.',
  'The path was redirected, as a sign-in page does. Set {} to the address of the interface itself.':
    'O caminho foi redirecionado, como faz uma página de entrada. Defina {} com o endereço da própria interface.',
  'Check that the address belongs to the right product and version; if so, report the path to Farol.':
    'Confira se o endereço é do produto e da versão certos; se for, relate o caminho ao Farol.',
  'Repeat the other arguments of the answer the cursor came from, or leave the cursor out to begin again.':
    'Repita os outros argumentos da resposta de onde veio o cursor, ou deixe o cursor de fora para começar de novo.',
  'Ask for numbers; this query is a text.': 'Peça números; esta consulta é um texto.',
  'Check the upstream system itself; it returned an error of its own.':
    'Verifique o próprio sistema de origem; ele devolveu um erro dele mesmo.',
  'Wait as long as it says before you retry; send fewer requests, or ask for more per request.':
    'Espere o tempo que ele indica antes de tentar de novo; envie menos pedidos ou peça mais em cada um.',
  'Check the upstream system itself; it returned an error of its own. The configuration is not the cause.':
    'Verifique o próprio sistema de origem; ele devolveu um erro dele mesmo. A configuração não é a causa.',
  'Report it: the security token service gave no keys.':
    'Relate o problema: o serviço de tokens de segurança não forneceu chaves.',
  'The metadata server failed: ask again; if it stays, look at the machine or the node it runs on.':
    'O servidor de metadados falhou: tente de novo; se continuar, verifique a máquina ou o nó em que ele roda.',
  'Something on the way, such as a proxy, answered instead of the upstream system.':
    'Algo no caminho, como um proxy, respondeu no lugar do sistema de origem.',
  'The proxy requires a user and password (status 407, {}). Ask its operator for them, and put them percent-encoded into its address: http://<user>:<password>@<host>:<port> in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY. Only Basic authentication is sent: for NTLM or Kerberos, let the proxy allow this machine by its address. The credential of the upstream system is not the cause.':
    'O proxy exige usuário e senha (status 407, {}). Peça-os a quem o opera e coloque-os, com codificação percentual, no endereço dele: http://<user>:<password>@<host>:<port> em HTTPS_PROXY, HTTP_PROXY ou ALL_PROXY. Só a autenticação Basic é enviada: para NTLM ou Kerberos, faça o proxy permitir esta máquina pelo endereço dela. A credencial do sistema de origem não é a causa.',
  'The proxy refused to connect (status {}, {}): allow this host and port in the rules of the proxy in HTTPS_PROXY or ALL_PROXY, or list the host in NO_PROXY if it can be reached directly. The credential of the upstream system is not the cause.':
    'O proxy recusou a conexão (status {}, {}): permita este host e esta porta nas regras do proxy em HTTPS_PROXY ou ALL_PROXY, ou liste o host em NO_PROXY se ele puder ser alcançado diretamente. A credencial do sistema de origem não é a causa.',
  'This network requires a sign-in before it lets anything out: its operator must let this machine through. {}':
    'Esta rede exige um login antes de deixar algo sair: quem a opera precisa liberar esta máquina. {}',
  'A filter on the way refused the request and names itself in its answer: its operator must let this machine reach the host. {}':
    'Um filtro no caminho recusou o pedido e se identifica na resposta: quem o opera precisa permitir que esta máquina alcance o host. {}',
  'A firewall or proxy in front of the system stopped this request, and the system never saw it: its operator must let the address that this Agent sends from through. {}':
    'Um firewall ou proxy na frente do sistema barrou este pedido, e o sistema não o viu: quem o opera precisa liberar o endereço de onde este Agent envia. {}',
  'A web page came back instead of an answer: a proxy, a firewall or a sign-in page on the way refused the request. Let the Agent reach this host through it: check the rules of the proxy in HTTPS_PROXY or HTTP_PROXY, NO_PROXY, and what is at the address of this connector. {}':
    'Veio uma página web em vez de uma resposta: um proxy, um firewall ou uma página de login no caminho recusou o pedido. Permita que o Agent alcance este host através dele: verifique as regras do proxy em HTTPS_PROXY ou HTTP_PROXY, NO_PROXY e o que há no endereço deste conector. {}',
  'A web page came back with an error of a server: a gateway of the system or a proxy on the way could not reach it. Retry; if it stays, check the proxy, then the system itself. The credential is not the cause.':
    'Veio uma página web com um erro de servidor: um gateway do sistema ou um proxy no caminho não conseguiu alcançá-lo. Tente de novo; se continuar, verifique o proxy e depois o próprio sistema. A credencial não é a causa.',
  'The system accepted the request and returned nothing yet, or gave up waiting: retry. If it stays, check whether a proxy on the way answers in its place.':
    'O sistema aceitou o pedido e ainda não devolveu nada, ou desistiu de esperar: tente de novo. Se continuar, verifique se um proxy no caminho responde no lugar dele.',
  'A cache, a proxy or a sign-in page on the way answered without what was asked for. Let the Agent reach this host through it, and check the address of this connector.':
    'Um cache, um proxy ou uma página de login no caminho respondeu sem o que foi pedido. Permita que o Agent alcance este host através dele e confira o endereço deste conector.',
  'The system withholds this for its plan, for a payment or by law: ask the owner of the account. No permission is missing.':
    'O sistema retém isto por causa do plano, de um pagamento ou da lei: pergunte ao proprietário da conta. Não falta nenhuma permissão.',
  'Check the name or id first: it does not exist there, or the credential may not see it. If every request fails so, check the address of this connector.':
    'Confira primeiro o nome ou o id: ele não existe lá, ou a credencial não pode vê-lo. Se todo pedido falhar assim, confira o endereço deste conector.',
  'Ask for less: a shorter query, fewer filters or a narrower window.':
    'Peça menos: uma consulta mais curta, menos filtros ou uma janela mais estreita.',
  'The server that answered does not offer this call: check that the address of this connector is that of the interface, and what is in front of it.':
    'O servidor que respondeu não oferece esta chamada: confira se o endereço deste conector é o da interface, e o que há na frente dela.',
  'The system does not accept this request (status {}): compare the arguments with what is there.':
    'O sistema não aceita este pedido (status {}): compare os argumentos com o que existe lá.',
  'The response redirects to another address than the configured one, which is never followed. If it is a sign-in page, a proxy or this network asks for one: let the Agent through. Otherwise set {} to the final address.':
    'A resposta redireciona para um endereço diferente do configurado, o que nunca é seguido. Se for uma página de login, um proxy ou esta rede a exige: libere o Agent. Caso contrário, defina {} com o endereço final.',
  'Neither HTTP nor the vendor defines status {} (with {}), so something on the way gave it: check the proxy and what is at the address of this connector. If neither is in between, report the status to Farol.':
    'Nem o HTTP nem o fornecedor definem o status {} (com {}); portanto, algo no caminho o deu: verifique o proxy e o que há no endereço deste conector. Se nenhum deles estiver no meio, relate o status ao Farol.',
  'Report it: {} may reach {} and nothing else.': 'Relate o problema: {} pode alcançar {} e nada mais.',
  'Set {}, for example to {}. {}': 'Defina {}, por exemplo como {}. {}',
  '{} is set, so no other host is called. Unset it, or let that address serve this call too.':
    '{} está definida, então nenhum outro host é chamado. Remova-a, ou faça esse endereço atender também a esta chamada.',
  'Ask again if the answer is still wanted.': 'Pergunte de novo se a resposta ainda for necessária.',
  'The upstream system timed out: ask for less, or check the system itself.':
    'O sistema de origem não respondeu no prazo: peça menos, ou verifique o próprio sistema.',
  'Ask for less in one question: a narrower window or a more selective query.':
    'Peça menos em uma pergunta: uma janela mais estreita ou uma consulta mais seletiva.',
  'Report it: the connector tried a call that its manifest does not declare.':
    'Relate o problema: o conector tentou uma chamada que o manifesto dele não declara.',
  'Report it: the result of a connector does not match the schema in the catalog.':
    'Relate o problema: o resultado de um conector não corresponde ao esquema do catálogo.',
  'Add {} to {} in the file in RUNNER_ALLOW_FILE and restart the Agent.':
    'Acrescente {} a {} no arquivo de RUNNER_ALLOW_FILE e reinicie o Agent.',
  'Writes are disabled until each is named.': 'As escritas ficam desabilitadas até que cada uma seja indicada.',
  '{} {}. Review it with `farol catalog diff`, then write the file in RUNNER_CATALOG_LOCK_FILE with `farol catalog lock` and restart the Agent.':
    '{} {}. Revise com `farol catalog diff`, depois grave o arquivo de RUNNER_CATALOG_LOCK_FILE com `farol catalog lock` e reinicie o Agent.',
  'Send the key that is in the arguments, or omit the separate one.':
    'Envie a chave que está nos argumentos, ou omita a separada.',
  'This idempotencyKey belongs to Agent {}, and this is Agent {}: only the journal of {} knows whether the write was done. Ask {} again with this key. If {} no longer exists, check in the system whether the write was done; use a new key only if it was not.':
    'Esta idempotencyKey pertence ao Agent {}, e este é o Agent {}: só o registro de {} sabe se a escrita foi feita. Pergunte a {} de novo com esta chave. Se {} não existir mais, confira no sistema se a escrita foi feita; use uma chave nova só se ela não foi.',
  'Configure one of the sources that answer {}: {}.': 'Configure uma das fontes que respondem a {}: {}.',
  'Leave source out, or name one that answers {}: {}.': 'Deixe source de fora, ou indique uma que responda a {}: {}.',
  'Correct {}: {}.': 'Corrija {}: {}.',
  'Remove it; the arguments are: {}.': 'Remova-o; os argumentos são: {}.',
  'Ask the source that gave the cursor, or leave it out to begin again at {}.':
    'Pergunte à fonte que deu o cursor, ou deixe-o de fora para começar de novo em {}.',
  'Could not start the health-check process ({}). Raise the process limit or the memory of the container, or let its seccomp profile allow a second process.':
    'Não foi possível iniciar o processo das verificações de saúde ({}). Aumente o limite de processos ou a memória do contêiner, ou faça o perfil seccomp dele permitir um segundo processo.',
  'Run farol health on the machine of the Agent to see which connector is the cause, and report it with the log.':
    'Execute farol health na máquina do Agent para ver qual conector é a causa, e relate o problema com o log.',
  'The checks ended without this result. {}': 'As verificações terminaram sem este resultado. {}',
  'The checks timed out after {} s and were stopped. {}':
    'As verificações passaram do limite de {} s e foram interrompidas. {}',
  'The health-check process ended early ({}). {}':
    'O processo das verificações de saúde terminou antes da hora ({}). {}',
  'The health-check process was killed, most likely because memory ran out. Give the container up to 250 MiB more. {}':
    'O processo das verificações de saúde foi encerrado, muito provavelmente por falta de memória. Dê ao contêiner até 250 MiB a mais. {}',
  'If the content of {} is damaged, copy it, check the writes of the last seven days in the upstream system, then move the file away.':
    'Se o conteúdo de {} estiver danificado, copie-o, confira as escritas dos últimos sete dias no sistema de origem e depois tire o arquivo dali.',
  'The Agent refuses requests that it cannot record; it continues by itself when it can record again.':
    'O Agent recusa pedidos que não consegue registrar; ele continua sozinho quando puder registrar de novo.',
  'The Agent refuses writes that it cannot record. {}': 'O Agent recusa escritas que não consegue registrar. {}',
  'The request was sent{}, but it is unknown whether it was done. Check in {}. If the write is not there, ask again with a new idempotencyKey; with this one, nothing is sent again.':
    'O pedido foi enviado{}, mas não se sabe se foi atendido. Confira em {}. Se a escrita não estiver lá, peça de novo com uma idempotencyKey nova; com esta, nada é enviado de novo.',
  'This key was used for a write with other arguments. Repeat those exactly, or use a new key for another write.':
    'Esta chave foi usada em uma escrita com outros argumentos. Repita exatamente aqueles, ou use uma chave nova para outra escrita.',
  'Wait for the answer to the first request: the same write is not sent twice.':
    'Espere a resposta do primeiro pedido: a mesma escrita não é enviada duas vezes.',
  'The credential and its permissions are not the cause: do not change them.':
    'A credencial e as permissões dela não são a causa: não as altere.',
  'The upstream system returns the same page repeatedly: check it, and narrow the request meanwhile.':
    'O sistema de origem devolve a mesma página repetidamente: verifique-o e, enquanto isso, restrinja o pedido.',
  'Do not rotate the token.': 'Não troque o token.',
  'Every request from here is refused, with or without a credential: allow the address that this Agent sends from. Do not rotate the token.':
    'Todo pedido daqui é recusado, com ou sem credencial: permita o endereço de onde este Agent envia. Não troque o token.',
  'Everybody is refused from here, with or without a credential: allow the address this Agent sends from. Do not rotate the token.':
    'Todos são recusados daqui, com ou sem credencial: permita o endereço de onde este Agent envia. Não troque o token.',
  'Correct {}, or unset it. An entry is <domain>, *.<domain>, <address>, <address>/<prefix length> or *, and all but the last two may end in :<port>; commas or spaces separate entries.':
    'Corrija {}, ou remova-a. Uma entrada é <domain>, *.<domain>, <address>, <address>/<prefix length> ou *, e todas menos as duas últimas podem terminar em :<port>; vírgulas ou espaços separam as entradas.',
  'Set {} to http://<host>:<port> or https://<host>:<port>, with user and password percent-encoded before the host, or unset it.':
    'Defina {} como http://<host>:<port> ou https://<host>:<port>, com usuário e senha em codificação percentual antes do host, ou remova-a.',
  'Name one region, or none: this source does not read several regions in one question.':
    'Indique uma região, ou nenhuma: esta fonte não lê várias regiões em uma só pergunta.',
  'Another process of this Agent is renewing the credential of this source: ask again. If this stays, look for a farol command on this machine that does not end.':
    'Outro processo deste Agente está renovando a credencial desta fonte: pergunte de novo. Se isso continuar, procure nesta máquina um comando farol que não termina.',
  'This source has a credential that changes with each use, so that the newest must outlive the process: set RUNNER_IDENTITY_DIR to the directory of the Agent, on a volume that stays. Without one, use a credential that does not change.':
    'Esta fonte tem uma credencial que muda a cada uso, de modo que a mais nova deve durar mais que o processo: defina RUNNER_IDENTITY_DIR com o diretório do Agente, em um volume que permanece. Sem ele, use uma credencial que não muda.',
  'This source has a credential that changes with each use, and the Agent uses none that it cannot store.':
    'Esta fonte tem uma credencial que muda a cada uso, e o Agente não usa nenhuma que não possa guardar.',
};
