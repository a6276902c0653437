/** Portuguese for what health checks of connectors find; `{}` is what differs. */
export const findings: Readonly<Record<string, string>> = {
  'The project has {} kinds of events.': 'O projeto tem {} tipos de eventos.',
  'The key pair is accepted, but its project has no events.':
    'O par de chaves é aceito, mas o projeto não tem eventos.',
  'A query for one day returned.': 'Uma consulta de um dia foi respondida.',
  'Argo CD {} answered.': 'O Argo CD {} respondeu.',
  'The account has none of the permissions that must never be granted.':
    'A conta não tem nenhuma das permissões que nunca devem ser concedidas.',
  'The account may do more than is used: {}.': 'A conta pode fazer mais do que se usa: {}.',
  '{} The token is the session of a person, which expires after a day.':
    '{} O token é a sessão de uma pessoa, que expira em um dia.',
  '{}, but may get those of {}.': '{}, mas pode ver as de {}.',
  '{}, and may not get those of {}.': '{}, e não pode ver as de {}.',
  '{}: every tested action is denied ({}).': '{}: toda ação testada é negada ({}).',
  'Requests of five minutes were summed up.': 'Os pedidos de cinco minutos foram somados.',
  'Requests of one minute can be read.': 'Os pedidos de um minuto podem ser lidos.',
  'There is no check whose results could be read.': 'Não há verificação cujos resultados possam ser lidos.',
  'Results of {} can be listed.': 'Os resultados de {} podem ser listados.',
  'The token is active and does not expire: you have to rotate it yourself.':
    'O token está ativo e não expira: é preciso trocá-lo por conta própria.',
  'Records of {} can be listed.': 'Os registros de {} podem ser listados.',
  'The token can read. Its expiry is unknown: the token may not use the path that returns it.':
    'O token pode ler. A expiração dele é desconhecida: o token não pode usar o caminho que a devolve.',
  'The token is accepted but sees no zone.': 'O token é aceito, mas não vê nenhuma zona.',
  'The API key is valid at {}.': 'A chave de API é válida em {}.',
  'skipped: DATADOG_UNUSED_SCOPES says that {} is not used.':
    'não verificado: DATADOG_UNUSED_SCOPES diz que {} não é usado.',
  'Incidents can be read.': 'Os incidentes podem ser lidos.',
  'Log lines can be read.': 'As linhas de log podem ser lidas.',
  'Log searches are allowed, but no line of the last day is visible.':
    'As buscas em logs são permitidas, mas nenhuma linha do último dia é visível.',
  'Metrics can be queried and listed.': 'As métricas podem ser consultadas e listadas.',
  'Monitors can be read.': 'Os monitores podem ser lidos.',
  'Front ends and their events can be read.': 'Os front-ends e os eventos deles podem ser lidos.',
  'API keys can be listed, as configured.': 'As chaves de API podem ser listadas, como configurado.',
  'skipped: no cluster configured': 'não verificado: nenhum cluster configurado',
  'skipped: DATADOG_READ_API_KEYS is not on, so neither the API keys nor the permission to read them is checked.':
    'não verificado: DATADOG_READ_API_KEYS não está on, então nem as chaves de API nem a permissão de lê-las são verificadas.',
  'Synthetic tests can be read.': 'Os testes sintéticos podem ser lidos.',
  'Spans can be searched.': 'Os spans podem ser pesquisados.',
  'The cluster {} has version {}, which has no networking.k8s.io/v1.':
    'O cluster {} tem a versão {}, que não tem networking.k8s.io/v1.',
  'The cluster {} answered, and hides its version.': 'O cluster {} respondeu e oculta a versão dele.',
  'The cluster {} answered with version {}.': 'O cluster {} respondeu com a versão {}.',
  '{} The {} expires in {}.': '{} O {} expira em {}.',
  'The cluster {} grants exactly the permissions that the Agent needs.':
    'O cluster {} concede exatamente as permissões de que o Agent precisa.',
  'The cluster {} grants {}.': 'O cluster {} concede {}.',
  '{} answers, and {} of {} permissions are missing.': '{} responde, e faltam {} de {} permissões.',
  '{} answers, and every permission is held.{}': '{} responde, e não falta nenhuma permissão.{}',
  '{} is not enabled in the project.': '{} não está habilitado no projeto.',
  'Billing accounts are visible: {}.': 'Contas de faturamento visíveis: {}.',
  'The export can be asked, and its table is not partitioned by time: every question reads all of it.':
    'A exportação pode ser consultada, e a tabela dela não é particionada por tempo: cada consulta a lê inteira.',
  'The export can be asked, and nothing was written to its table since {}.':
    'A exportação pode ser consultada, e nada foi gravado na tabela dela desde {}.',
  'The export table is written to, and a question to it may be asked.':
    'A tabela da exportação recebe dados e pode ser consultada.',
  '{} is not set; cost.getCostAndUsage fails.': '{} não está definida; cost.getCostAndUsage falha.',
  'Signed in as {}; {} answers.': 'Entrou como {}; {} responde.',
  'None of the permissions that must never be granted is held.':
    'Nenhuma das permissões que nunca devem ser concedidas está presente.',
  'The credential may do more than is used: {}.': 'A credencial pode fazer mais do que se usa: {}.',
  'Checks: read cannot be chosen for a fine-grained token; of private repositories, ci.listChecks tells the workflow runs on the same commit instead, and says so.':
    'Checks: read não pode ser escolhida para um token fine-grained; de repositórios privados, ci.listChecks devolve as execuções de workflows no mesmo commit, e diz isso.',
  'Repositories are visible.': 'Há repositórios visíveis.',
  'The credential is accepted, and no repository is visible.': 'A credencial é aceita, e nenhum repositório é visível.',
  'GitHub App {}, installation {}. This Agent obtains its tokens, which end after an hour, and renews them.':
    'GitHub App {}, instalação {}. Este Agent obtém os tokens dele, que terminam depois de uma hora, e os renova.',
  'GitHub App {}, installation {}, may do more than is used: {}. This Agent obtains its tokens, which end after an hour, and renews them.':
    'GitHub App {}, instalação {}, pode mais do que se usa: {}. Este Agent obtém os tokens dele, que terminam depois de uma hora, e os renova.',
  'No repository is visible to try it on.': 'Nenhum repositório visível para testar.',
  'The interface answers for {}; in {} the feature itself is off, which may be meant.':
    'A interface responde por {}; em {} o próprio recurso está desligado, o que pode ser intencional.',
  '{}, in {}; it is public and no private one is visible, so that the permission itself is not shown.':
    '{}, em {}; ele é público e nenhum privado é visível, então a permissão em si não é demonstrada.',
  'No issue can be opened; everything else works.': 'Nenhuma issue pode ser aberta; todo o resto funciona.',
  'Reads work; there are {} groups of rules.': 'As leituras funcionam; há {} grupos de regras.',
  'Rules cannot be read here ({}), and GRAFANA_ALERTS_URL is not set: monitors are not set up.':
    'As regras não podem ser lidas aqui ({}), e GRAFANA_ALERTS_URL não está definida: os monitores não estão configurados.',
  'Reads work.': 'As leituras funcionam.',
  'Reads work; lines of the last hour have {} labels.':
    'As leituras funcionam; as linhas da última hora têm {} rótulos.',
  'Reads are allowed, but no line was written in the last hour.':
    'As leituras são permitidas, mas nenhuma linha foi gravada na última hora.',
  'Reads work; {} labels were written in the last hour.':
    'As leituras funcionam; {} rótulos foram gravados na última hora.',
  'Reads are allowed, but no series was written in the last hour.':
    'As leituras são permitidas, mas nenhuma série foi gravada na última hora.',
  'The clock of this machine differs from that of the metrics backend by {} s.':
    'O relógio desta máquina difere do relógio do backend de métricas em {} s.',
  '{} is not set, so {} are not read.': '{} não está definida, então não se lê: {}.',
  'Reads work; stacks were returned.': 'As leituras funcionam; stacks foram devolvidos.',
  'Reads are allowed, but no stack is within the realms of the access policy.':
    'As leituras são permitidas, mas nenhum stack está nos realms da política de acesso.',
  'The search works for this account, at the undocumented path.':
    'A busca funciona para esta conta, no caminho não documentado.',
  'The search for dashboards does not work for this account at the path used here.':
    'A busca de dashboards não funciona para esta conta no caminho usado aqui.',
  'Reads work; there are {} checks. The vendor shows no scope for this token: it can write too, but this connector does not.':
    'As leituras funcionam; há {} verificações. O fornecedor não mostra um escopo para este token: ele também pode escrever, mas este conector não escreve.',
  'The credential is {}.': 'A credencial é {}.',
  'The credential in {} is of the kind {}. {}': 'A credencial em {} é do tipo {}. {}',
  'No credential is set; requests are sent without one.':
    'Nenhuma credencial está definida; os pedidos são enviados sem ela.',
  'Reads work; there are traces of the last hour.': 'As leituras funcionam; há traces da última hora.',
  'Reads are allowed, but no trace was written in the last hour.':
    'As leituras são permitidas, mas nenhum trace foi gravado na última hora.',
  'Signed in as {}{}.': 'Entrou como {}{}.',
  'Signed in as {} at Jira Data Center {}. {}': 'Entrou como {} no Jira Data Center {}. {}',
  'When the token expires could not be read.': 'Não foi possível ler quando o token expira.',
  'At least one token of the account does not expire.': 'Pelo menos um token da conta não expira.',
  'The token expires in at most {}.': 'O token expira em no máximo {}.',
  'Projects and tickets can be read.': 'Projetos e tickets podem ser lidos.',
  'The account may not browse {}.': 'A conta não pode navegar em {}.',
  'All three writes are granted.': 'As três escritas estão concedidas.',
  'Not granted: {}. Reading needs none of the three.': 'Não concedidas: {}. A leitura não precisa de nenhuma das três.',
  'The account may browse projects, but the site shows none that is not archived.':
    'A conta pode navegar em projetos, mas o site não mostra nenhum que não esteja arquivado.',
  'The connection string names a user of {}; the connection uses {}.':
    'A string de conexão indica um usuário de {}; a conexão usa {}.',
  'The connection string carries no credential.': 'A string de conexão não tem credencial.',
  'Documents are read without TLS: anybody on the network path can see and change them.':
    'Os documentos são lidos sem TLS: qualquer um no caminho da rede pode vê-los e alterá-los.',
  'The database does not require authentication; the check connection_string says what to do.':
    'O banco não exige autenticação; a verificação connection_string diz o que fazer.',
  'Signed in with {}.': 'Entrou com {}.',
  'Reads work, but the user may do more than read: it has {}.':
    'As leituras funcionam, mas o usuário pode fazer mais do que ler: ele tem {}.',
  'The sign-in works, but no database is visible.': 'A entrada funciona, mas nenhum banco é visível.',
  'Databases are visible, but no collection in them.': 'Há bancos visíveis, mas nenhuma coleção neles.',
  '{} Slack did not return its scopes, so excess scopes cannot be detected.':
    '{} O Slack não devolveu os escopos, então escopos a mais não podem ser detectados.',
  'Slack did not return the scopes of the token.': 'O Slack não devolveu os escopos do token.',
  'Both writes are granted.': 'As duas escritas estão concedidas.',
  'Not granted: {}. Reading needs neither.': 'Não concedidas: {}. A leitura não precisa de nenhuma das duas.',
  'No message can be read.': 'Nenhuma mensagem pode ser lida.',
  'Reading messages was not tested: no channel was found to read.':
    'A leitura de mensagens não foi testada: nenhum canal para ler foi encontrado.',
  'SonarQube accepts the token{}.': 'O SonarQube aceita o token{}.',
  '{} may be browsed; {} was read.': '{}: navegação permitida; {} foi lido.',
  'SonarQube does not report which permissions the token has in addition to Browse.':
    'O SonarQube não informa quais permissões o token tem além de Browse.',
  '{} has no global permission.': '{} não tem permissão global.',
  '{} may do more than is used: {}.': '{} pode fazer mais do que se usa: {}.',
  'A {} can push analyses, and SonarQube reports the permissions of the token, not those of its user.':
    'Um {} pode enviar análises, e o SonarQube informa as permissões do token, não as do usuário dele.',
  '{} It has the permissions of the role of its owner: Vercel does not list them.':
    '{} Ele tem as permissões do papel do dono: a Vercel não as lista.',
  'The token can read, but does not name its owner: it belongs to a project.':
    'O token pode ler, mas não identifica o dono: ele é de um projeto.',
  '{} The token expires in {}.': '{} O token expira em {}.',
  '{}; the account may get those of every project except those that a deny rule names.':
    '{}; a conta pode ver as de todos os projetos, exceto as que uma regra de negação indica.',
  'Checks can be listed, but there are none.': 'As verificações podem ser listadas, mas não há nenhuma.',
  'Checks can be listed.': 'As verificações podem ser listadas.',
  '{} {} visible.': '{} {}.',
  'The token is active and expires in {}.': 'O token está ativo e expira em {}.',
  'Metrics can be {}.': 'As métricas podem ser {}.',
  'The software catalog can be read.': 'O catálogo de software pode ser lido.',
  'AWS returns the {} address of the cluster {} in {}.': 'A AWS devolve o endereço {} do cluster {} em {}.',
  'The vendor does not say when it ends.': 'O fornecedor não informa quando ele expira.',
  'It ends in {}.': 'Ele expira em {}.',
  'It has permissions, which are not told.': 'Ele tem permissões, que não são informadas.',
  'It grants the scopes {}.': 'Ele concede os escopos {}.',
  '{} {} visible, and a read in {} worked.': '{} {}; uma leitura em {} funcionou.',
  '{} The token has more scopes than are used.': '{} O token tem mais escopos do que se usa.',
  'Channels can be listed.': 'Os canais podem ser listados.',
  'The latest message of a channel can be read.': 'A mensagem mais recente de um canal pode ser lida.',
  'The bot is in no {}channel, so it can read none.':
    'O bot não está em nenhum canal {}e, por isso, não pode ler nenhum.',
  'The token belongs to {}.': 'O token pertence a {}.',
  'The token is accepted.': 'O token é aceito.',
  'Deployments can be listed, but there are none.': 'As implantações podem ser listadas, mas não há nenhuma.',
  'Deployments can be listed.': 'As implantações podem ser listadas.',
  'Projects can be listed, but there are none.': 'Os projetos podem ser listados, mas não há nenhum.',
  'Projects can be listed.': 'Os projetos podem ser listados.',
  'One of the next runs will test it.': 'Uma das próximas execuções vai testá-la.',
  'The service failed ({}).': 'O serviço falhou ({}).',
  'No {} was found to test with, and AWS gives the same answer for one that is absent and one that is denied.':
    'Não foi encontrado nenhum recurso do tipo {} para o teste, e a AWS dá a mesma resposta para um ausente e para um negado.',
  'It starts a query, which is billed by what it scans.': 'Inicia uma consulta, que é cobrada pelo que lê.',
  'It ends a query: nothing is stopped to find out whether it may be.':
    'Encerra uma consulta: nada é interrompido para descobrir se isso é permitido.',
  'Cost Explorer bills US$0.01 for every request (https://aws.amazon.com/aws-cost-management/pricing/).':
    'O Cost Explorer cobra US$ 0,01 por pedido (https://aws.amazon.com/aws-cost-management/pricing/).',
  'CloudWatch bills every metric that is asked for (https://aws.amazon.com/cloudwatch/pricing/).':
    'O CloudWatch cobra por métrica pedida (https://aws.amazon.com/cloudwatch/pricing/).',
  '{}: {}': '{}: {}',
  '{} denied.': 'Negado: {}.',
  'The account is {}, read as {}.': 'A conta é {}, lida como {}.',
  '{} of {} actions are allowed{}.': '{} de {} ações são permitidas{}.',
  'Reads of the Alertmanager of Grafana work; it has no data source of another.':
    'Leituras do Alertmanager do Grafana funcionam; ele não tem fonte de dados de outro.',
  'Reads of the Alertmanager of Grafana and of its data source work.':
    'Leituras do Alertmanager do Grafana e da fonte de dados dele funcionam.',
  'The credential is a token of a service account. This Grafana does not list its permissions.':
    'A credencial é um token de uma conta de serviço. Este Grafana não lista as permissões dela.',
  'The service account may write: it has {} permissions that no operation uses.':
    'A conta de serviço pode escrever: tem {} permissões que nenhuma operação usa.',
  'The service account lacks {}.': 'Falta à conta de serviço: {}.',
  'The service account has the permissions to read, and none to write.':
    'A conta de serviço tem as permissões para ler, e nenhuma para escrever.',
  'Grafana has no data source of the type {}, so {} are not read.':
    'O Grafana não tem fonte de dados do tipo {}, por isso não são lidos: {}.',
  'Reads work; Grafana lists {} data sources.': 'Leituras funcionam; o Grafana lista {} fontes de dados.',
  'Reads are allowed, but Grafana lists no data source to this service account.':
    'Leituras são permitidas, mas o Grafana não lista nenhuma fonte de dados a esta conta de serviço.',
  'The search for dashboards works.': 'A pesquisa de dashboards funciona.',
  'The search is allowed, and Grafana has no dashboard that this service account may see.':
    'A pesquisa é permitida, e o Grafana não tem nenhum dashboard que esta conta de serviço possa ver.',
  'The Agent renews its token.': 'O Agente renova o token.',
  'Signed in as {} of {}.{}': 'Entrou como {} de {}.{}',
};
