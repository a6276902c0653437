/** Portuguese for the remedies of the connector grafana; `{}` is what differs. */
export const grafanaRemedies: Readonly<Record<string, string>> = {
  'Set stepSec to {} or more, or narrow the window.': 'Defina stepSec como {} ou mais, ou reduza a janela.',
  'To read monitors: {}': 'Para ler monitores: {}',
  'Leave it out: this source has no regions.': 'Deixe-o de fora: esta fonte não tem regiões.',
  'Set {}: it holds {}.': 'Defina {}: contém {}.',
  'Narrow the window, the ranges of the query or its selectors.':
    'Reduza a janela, os intervalos da consulta ou os seletores dela.',
  'Check that something sends logs here and that GRAFANA_LOGS_USER is the instance it sends to.':
    'Confira se algo envia logs para cá e se GRAFANA_LOGS_USER é a instância para a qual envia.',
  'Send several requests instead of one.': 'Envie vários pedidos em vez de um.',
  'Use offsets of at most {}; move the window instead.': 'Use offsets de no máximo {}; mova a janela.',
  'This query counts. Use logs.aggregate for figures, or begin the query with a selector.':
    'Esta consulta conta. Use logs.aggregate para valores, ou comece a consulta com um seletor.',
  'Check that something sends metrics here and that GRAFANA_METRICS_USER is the instance it sends to.':
    'Confira se algo envia métricas para cá e se GRAFANA_METRICS_USER é a instância para a qual envia.',
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
  'Check that something sends traces here and that GRAFANA_TRACES_USER is the instance it sends to.':
    'Confira se algo envia traces para cá e se GRAFANA_TRACES_USER é a instância para a qual envia.',
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
  'Create an access policy in the Cloud Portal, and a token of it, for {}.':
    'Crie uma política de acesso no Cloud Portal, e um token dela, para {}.',
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
};
