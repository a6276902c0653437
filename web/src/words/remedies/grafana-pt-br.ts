/** Portuguese for the remedies of the connector grafana; `{}` is what differs. */
export const grafanaRemedies: Readonly<Record<string, string>> = {
  'Set stepSec to {} or more, or narrow the window.': 'Defina stepSec como {} ou mais, ou reduza a janela.',
  'To read monitors: {}': 'Para ler monitores: {}',
  'Leave it out: this source has no regions.': 'Deixe-o de fora: esta fonte não tem regiões.',
  'Set {}: it holds {}.': 'Defina {}: contém {}.',
  'Narrow the window, the ranges of the query or its selectors.':
    'Reduza a janela, os intervalos da consulta ou os seletores dela.',
  'Send several requests instead of one.': 'Envie vários pedidos em vez de um.',
  'Use offsets of at most {}; move the window instead.': 'Use offsets de no máximo {}; mova a janela.',
  'This query counts. Use logs.aggregate for figures, or begin the query with a selector.':
    'Esta consulta conta. Use logs.aggregate para valores, ou comece a consulta com um seletor.',
  'Set the clock of this machine; otherwise windows that are relative to now cover another time.':
    'Acerte o relógio desta máquina; senão, janelas relativas a agora cobrem outro período.',
  'Leave it out: this source selects by series, with match.':
    'Deixe-o de fora: esta fonte seleciona por séries, com match.',
  'Name the target too: {} checks have this name. synthetics.listChecks lists them.':
    'Indique também o alvo: {} verificações têm este nome. synthetics.listChecks as lista.',
  'Give the subqueries a narrower range or a coarser step, or ask for fewer points.':
    'Dê às subconsultas um intervalo menor ou um passo maior, ou peça menos pontos.',
  'Use ranges of at most {} in the query.': 'Use intervalos de no máximo {} na consulta.',
  'Give the subquery a narrower range or a coarser step.': 'Dê à subconsulta um intervalo menor ou um passo maior.',
  'Shorten the query: it is sent in the address, and an address of this length would be refused.':
    'Encurte a consulta: ela é enviada no endereço, e um endereço deste tamanho seria recusado.',
  'Add the stacks to be read to the realms of the access policy.':
    'Acrescente os stacks que devem ser lidos aos realms da política de acesso.',
  '{} is the address for sending. Remove /push from its end.': '{} é o endereço de envio. Remova /push do fim dele.',
  'Compare the trace id. A trace is stored only for its retention time, is missing if it was not sampled, and is not found outside of the given window.':
    'Compare o id do trace. Um trace é guardado só pelo tempo de retenção, falta se não foi amostrado e não é encontrado fora da janela informada.',
  'Compare the slug with those that dashboards.listStacks returns. The Cloud API gives the same answer for a stack outside the realms of the access policy.':
    'Compare o slug com os que dashboards.listStacks devolve. A Cloud API dá a mesma resposta para um stack fora dos realms da política de acesso.',
  '{} returned a web page: it is the address of a Grafana instance or a sign-in proxy. {}':
    '{} devolveu uma página web: é o endereço de uma instância do Grafana ou de um proxy de entrada. {}',
  'Add the scope {} to the access policy of this token. Do not rotate the token: it is valid.':
    'Acrescente o escopo {} à política de acesso deste token. Não troque o token: ele é válido.',
  'This address requires a credential: set {} and {}.': 'Este endereço exige uma credencial: defina {} e {}.',
  '{} is not an instance of this host. {} Do not rotate the token.':
    '{} não é uma instância deste host. {} Não troque o token.',
  'Create a new token for the same access policy and put it into {}.':
    'Crie um token novo para a mesma política de acesso e coloque-o em {}.',
  '{} must be the numeric instance id, not a name or an e-mail address. {}':
    '{} deve ser o id numérico da instância, não um nome nem um e-mail. {}',
  'Add the scope {} to the access policy of this token, and the stack to its realms. Do not rotate the token: it is valid.':
    'Acrescente o escopo {} à política de acesso deste token, e o stack aos realms dela. Não troque o token: ele é válido.',
  'Check the scope {}, the stacks and the allowed IP ranges of the access policy of this token.':
    'Confira o escopo {}, os stacks e as faixas de IP permitidas da política de acesso deste token.',
  'Check that {} was created for this stack; the vendor shows no scope for it, so confirm its rights in the account.':
    'Confira se {} foi criado para este stack; o fornecedor não mostra um escopo para ele, então confirme os direitos dele na conta.',
  'Correct the query: {}': 'Corrija a consulta: {}',
  'Ask for a narrower window: this backend is configured with a lower limit.':
    'Peça uma janela mais estreita: este backend está configurado com um limite menor.',
  'Ask for less: fewer series or lines, a narrower window or a coarser step. {}':
    'Peça menos: menos séries ou linhas, uma janela mais estreita ou um passo maior. {}',
  'The query could not be evaluated: {}': 'A consulta não pôde ser avaliada: {}',
  'The Cloud API does not accept these arguments: start the list again without a cursor.':
    'A Cloud API não aceita estes argumentos: comece a lista de novo sem cursor.',
  'Shorten the query: it is sent in the address.': 'Encurte a consulta: ela é enviada no endereço.',
  'The query took longer than the backend allows: narrow it, or use a coarser step.':
    'A consulta levou mais tempo do que o backend permite: restrinja-a, ou use um passo maior.',
  'Set it if the address requires one.': 'Defina-a se o endereço exigir uma.',
  'Replace it with the token of an access policy that has only the scopes that are used.':
    'Substitua-o pelo token de uma política de acesso que tenha só os escopos usados.',
  'Nothing to do unless the address requires a credential.':
    'Nada a fazer, a menos que o endereço exija uma credencial.',
  'The Cloud API does not know the token in {}. Look for it in the list of its access policy, check that nothing on the way removes the Authorization header, and create another only if it is not there.':
    'A Cloud API não conhece o token em {}. Procure-o na lista da política de acesso dele, confira se nada no caminho remove o cabeçalho Authorization e crie outro só se ele não estiver lá.',
  '{} refused in words that do not speak of a credential: check what is in front of {}, and what it requires beside user and token. Do not rotate the token.':
    '{} recusou com palavras que não falam de uma credencial: verifique o que há na frente de {} e o que isso exige além de usuário e token. Não troque o token.',
  '{} serves several tenants: set {} to the one to be read, which is sent as X-Scope-OrgID. {}':
    '{} atende vários tenants: defina {} com o que deve ser lido, que é enviado como X-Scope-OrgID. {}',
  'The header X-Scope-OrgID did not arrive: let what is in front of {} pass it, or set that to the address behind it. {}':
    'O cabeçalho X-Scope-OrgID não chegou: faça o que há na frente de {} repassá-lo, ou defina essa variável com o endereço por trás. {}',
  'Correct {}: the backend does not read several tenants at once, or the id has a form that it does not accept. {}':
    'Corrija {}: o backend não lê vários tenants de uma vez, ou o id tem uma forma que ele não aceita. {}',
  'Compare it with the guide of this connector.': 'Compare-o com o guia deste conector.',
  'Copy address and instance id from the same page: the stack, then {}, then Details.':
    'Copie o endereço e o id da instância da mesma página: o stack, depois {}, depois Details.',
  'Set {} to the address of {}. {} The other backends do not need it.':
    'Defina {} com o endereço de {}. {} Os outros backends não precisam dela.',
  'Make the step no longer than the window, or leave it out for one value.':
    'Use um passo que não seja maior que a janela, ou deixe-o de fora para obter um único valor.',
  'This query returns lines. Count over them, or use logs.search.':
    'Esta consulta devolve linhas. Conte sobre elas, ou use logs.search.',
  'Begin with a selector such as {service_name="checkout"}. For counts and rates, use logs.aggregate.':
    'Comece com um seletor, como {service_name="checkout"}. Para contagens e taxas, use logs.aggregate.',
  'Count over the lines, such as sum(count_over_time({{}}[5m])). For the lines themselves, use logs.search.':
    'Conte sobre as linhas, como sum(count_over_time({{}}[5m])). Para as próprias linhas, use logs.search.',
  'Select streams, such as {service_name="checkout"}.': 'Selecione streams, como {service_name="checkout"}.',
  'Write the offset {} as a duration such as 1h.': 'Escreva o offset {} como uma duração, por exemplo 1h.',
  'Write the range [{}] as a duration such as 5m, or as 1h:1m for a subquery.':
    'Escreva o intervalo [{}] como uma duração, por exemplo 5m, ou como 1h:1m para uma subconsulta.',
  'Send the cursor of the previous answer unchanged, or leave it out to start again.':
    'Envie o cursor da resposta anterior sem alterações, ou deixe-o de fora para começar de novo.',
  'Set {} to read {}; the other operations do not need it.':
    'Defina {} para ler {}; as outras operações não precisam dela.',
  'Name a stack in the request, or set GRAFANA_STACK to the slug of the default one.':
    'Indique um stack no pedido, ou defina GRAFANA_STACK com o slug do stack padrão.',
  'Remove {} and what follows it from {}; the connector adds it.':
    'Remova {} e o que vem depois de {}; o conector acrescenta isso.',
  'The API of {} is not at {}. {}': 'A API de {} não está em {}. {}',
  '{} A self-managed Mimir serves it below /prometheus.': '{} Um Mimir próprio a serve abaixo de /prometheus.',
  'Grafana does not say which of the two is wrong. Compare {} first. {} If it is right, look for the token in the list of its access policy, and create another only if it is not there.':
    'O Grafana não diz qual dos dois está errado. Compare {} primeiro. {} Se estiver certo, procure o token na lista da política de acesso dele e crie outro só se ele não estiver lá.',
  '{} does not accept the token in {}; one of another product is not accepted here. Look for it in the list of tokens, and create another only if it is not there.':
    '{} não aceita o token em {}; um de outro produto não é aceito aqui. Procure-o na lista de tokens e crie outro só se ele não estiver lá.',
  'No credential is the cause: do not change one.': 'Nenhuma credencial é a causa: não troque nenhuma.',
  'Ask again without a window, which searches everywhere; or compare the trace id.':
    'Pergunte de novo sem uma janela, o que busca em todo o período; ou compare o id do trace.',
  'Compare the trace id. A trace is stored only for its retention time, and not at all if it was not sampled.':
    'Compare o id do trace. Um trace é guardado só pelo tempo de retenção, e não é guardado se não foi amostrado.',
  'Search for spans, such as { status = error }; this operation returns traces, not figures.':
    'Busque spans, como { status = error }; esta operação devolve traces, não valores.',
  'The API is at {}: set {} to that.': 'A API está em {}: defina {} com isso.',
  'The token belongs to the region {}, but the address to another. Copy the address from the stack of the token. Do not rotate the token.':
    'O token pertence à região {}, mas o endereço é de outra. Copie o endereço do stack do token. Não troque o token.',
  'The vendor documents no path for it, and the path used here does not work for this account. Ask the vendor whether stack-dashboards:read is served for your account, and report the path to Farol. Do not rotate the token, and do not give this Agent a service account token instead.':
    'O fornecedor não documenta um caminho para isso, e o caminho usado aqui não funciona nesta conta. Pergunte ao fornecedor se stack-dashboards:read é oferecido na sua conta, e relate o caminho ao Farol. Não troque o token, e não dê a este Agent um token de service account no lugar dele.',
  'Leave it out, or send {}: the Grafana at GRAFANA_URL is the only one that is searched.':
    'Deixe-o de fora, ou envie {}: o Grafana em GRAFANA_URL é o único que é pesquisado.',
  'Grafana has {} data sources of the type {}: {}{}. Set {} to the uid of the one to read.':
    'O Grafana tem {} fontes de dados do tipo {}: {}{}. Defina {} com o uid da que deve ser lida.',
  'Grafana lists no data source of the type {} to this service account: add one in Grafana, let the service account query it, or set {} to the uid of one of another type that has the same interface.':
    'O Grafana não lista a esta conta de serviço nenhuma fonte de dados do tipo {}: acrescente uma no Grafana, permita que a conta de serviço a consulte, ou defina {} com o uid de uma de outro tipo que tenha a mesma interface.',
  'Give the service account the role Viewer in Grafana, under Administration → Users and access → Service accounts. Its token stays as it is.':
    'Dê à conta de serviço o papel Viewer no Grafana, em Administration → Users and access → Service accounts. O token dela continua o mesmo.',
  'Give the service account the role Viewer, or a role with {}. Do not rotate the token: it is valid.':
    'Dê à conta de serviço o papel Viewer, ou um papel com {}. Não troque o token: ele é válido.',
  'GRAFANA_URL reads every backend through that Grafana, and {} belongs to a backend that is read at an address of its own: unset one of the two. To read both, name two sources in RUNNER_SOURCES_FILE.':
    'GRAFANA_URL lê todos os backends por aquele Grafana, e {} pertence a um backend lido em um endereço próprio: remova um dos dois. Para ler ambos, indique duas fontes em RUNNER_SOURCES_FILE.',
  '{} names a data source of a Grafana: set GRAFANA_URL to its address, or unset {}.':
    '{} indica uma fonte de dados de um Grafana: defina GRAFANA_URL com o endereço dele, ou remova {}.',
  'Check that something sends logs here; if it does, {}.': 'Confira se algo envia logs para cá; se envia, {}.',
  'Check that something sends metrics here; if it does, {}.': 'Confira se algo envia métricas para cá; se envia, {}.',
  'Check that something sends traces here; if it does, {}.': 'Confira se algo envia traces para cá; se envia, {}.',
  'Let the service account query the data sources that are to be read, in their permissions in Grafana.':
    'Permita que a conta de serviço consulte as fontes de dados que devem ser lidas, nas permissões delas no Grafana.',
  'Let the service account view the folders that are to be searched, in their permissions in Grafana.':
    'Permita que a conta de serviço veja as pastas que devem ser pesquisadas, nas permissões delas no Grafana.',
  'Grafana has no data source with this uid in the organization of the service account: compare {} with the end of the address that Grafana shows for the data source under Connections → Data sources.':
    'O Grafana não tem fonte de dados com este uid na organização da conta de serviço: compare {} com o fim do endereço que o Grafana mostra para a fonte de dados em Connections → Data sources.',
  'Install the plugin of this data source in Grafana again, or name another data source.':
    'Instale de novo no Grafana o plugin desta fonte de dados, ou indique outra fonte de dados.',
  'Grafana was reached, and what is behind its data source has nothing at this path: compare the URL of the data source in Grafana, where a Mimir ends in /prometheus, and press Save & test. If every request fails so, check GRAFANA_URL and its sub-path.':
    'O Grafana foi alcançado, e o que está atrás da fonte de dados não tem nada neste caminho: compare a URL da fonte de dados no Grafana, em que um Mimir termina em /prometheus, e clique em Save & test. Se todo pedido falha assim, confira GRAFANA_URL e o subcaminho dele.',
  'There is no Grafana at GRAFANA_URL, or its sub-path is missing or wrong: copy what the browser shows before /d/, /explore or /alerting. Alerting must be turned on for monitors.':
    'Não há Grafana em GRAFANA_URL, ou o subcaminho falta ou está errado: copie o que o navegador mostra antes de /d/, /explore ou /alerting. Para os monitores, o alerting deve estar ligado.',
  'A web page came back instead of an answer: GRAFANA_URL has a wrong sub-path, or a sign-in page is in front of Grafana. Set it to an address at which Grafana answers the token itself.':
    'Veio uma página web no lugar de uma resposta: GRAFANA_URL tem um subcaminho errado, ou há uma página de entrada na frente do Grafana. Defina-o com um endereço em que o próprio Grafana responde ao token.',
  'Grafana could not reach what is behind its data source, or waited too long for it: in Grafana, open the data source and press Save & test. If that works, check what is in front of GRAFANA_URL. The token is not the cause.':
    'O Grafana não alcançou o que está atrás da fonte de dados, ou esperou demais: no Grafana, abra a fonte de dados e clique em Save & test. Se funciona, confira o que está na frente de GRAFANA_URL. O token não é a causa.',
  'In Grafana, add the header X-Scope-OrgID with the tenant to be read to the data source. {}':
    'No Grafana, acrescente à fonte de dados o cabeçalho X-Scope-OrgID com o tenant que deve ser lido. {}',
  'Grafana cannot use the data source as it is saved: correct its URL or TLS settings in Grafana, and press Save & test. {}':
    'O Grafana não consegue usar a fonte de dados como está salva: corrija a URL ou as configurações de TLS dela no Grafana, e clique em Save & test. {}',
  'Add a new token to the same service account, and put it into GRAFANA_SERVICE_ACCOUNT_TOKEN.':
    'Acrescente um token novo à mesma conta de serviço, e coloque-o em GRAFANA_SERVICE_ACCOUNT_TOKEN.',
  'Somebody or a scanner of leaked tokens revoked it. Ask who and why before you add another to the service account.':
    'Alguém, ou um detector de tokens vazados, o revogou. Pergunte quem e por quê antes de acrescentar outro à conta de serviço.',
  'The Grafana at GRAFANA_URL does not know the token in GRAFANA_SERVICE_ACCOUNT_TOKEN, or its service account is disabled. Look for it in Grafana under Administration → Users and access → Service accounts, check that nothing on the way removes the Authorization header, and add another only if it is not there.':
    'O Grafana em GRAFANA_URL não conhece o token de GRAFANA_SERVICE_ACCOUNT_TOKEN, ou a conta de serviço dele está desativada. Procure-o no Grafana em Administration → Users and access → Service accounts, confira que nada no caminho remove o cabeçalho Authorization, e acrescente outro só se ele não estiver lá.',
  'Something in front of GRAFANA_URL requires a sign-in of its own: let the Agent past it, or set GRAFANA_URL to the address behind it. {}':
    'Algo na frente de GRAFANA_URL exige uma entrada própria: deixe o Agente passar, ou defina GRAFANA_URL com o endereço que está atrás. {}',
  'Give the service account the role Viewer in Grafana; where a license restricts roles, {} for what is read. {}':
    'Dê à conta de serviço o papel Viewer no Grafana; onde uma licença restringe papéis, {} para o que é lido. {}',
  'Let the service account query this data source: in Grafana, open it and its tab Permissions. {}':
    'Permita que a conta de serviço consulte esta fonte de dados: no Grafana, abra-a e a aba Permissions. {}',
  'Add the host of the data source to data_source_proxy_whitelist in the section security of the configuration of Grafana. {}':
    'Acrescente o host da fonte de dados a data_source_proxy_whitelist na seção security da configuração do Grafana. {}',
  'Grafana does not let this query through to this type of data source: set {} to the uid of one of the type {}. {}':
    'O Grafana não deixa esta consulta passar para este tipo de fonte de dados: defina {} com o uid de uma do tipo {}. {}',
  'In Grafana, open the data source and press Save & test: if that fails too, the system behind it refuses the credential that Grafana has. If it works, check what is in front of GRAFANA_URL. {}':
    'No Grafana, abra a fonte de dados e clique em Save & test: se isso também falha, o sistema atrás dela recusa a credencial que o Grafana tem. Se funciona, confira o que está na frente de GRAFANA_URL. {}',
  'Create a service account with the role Viewer in Grafana, and a token of it (glsa_{}), for GRAFANA_SERVICE_ACCOUNT_TOKEN.':
    'Crie no Grafana uma conta de serviço com o papel Viewer, e um token dela (glsa_{}), para GRAFANA_SERVICE_ACCOUNT_TOKEN.',
  'Create an access policy in the Cloud Portal, and a token of it, for {}. To read through the Grafana of this token, set GRAFANA_URL and GRAFANA_SERVICE_ACCOUNT_TOKEN instead.':
    'Crie uma política de acesso no Cloud Portal, e um token dela, para {}. Para ler pelo Grafana deste token, defina GRAFANA_URL e GRAFANA_SERVICE_ACCOUNT_TOKEN no lugar disso.',
  'The {} behind Grafana refuses what Grafana sends: in Grafana, open Connections → Data sources, correct authentication and headers of this one, and press Save & test. One that serves several tenants also answers so without the header X-Scope-OrgID. The service account is not the cause. {}':
    'O {} atrás do Grafana recusa o que o Grafana envia: no Grafana, abra Connections → Data sources, corrija a autenticação e os cabeçalhos desta fonte, e clique em Save & test. Um que serve vários tenants também responde assim sem o cabeçalho X-Scope-OrgID. A conta de serviço não é a causa. {}',
};
