/** Portuguese for what each permission of a policy is for, and for the titles of the policy documents. */
export const policySentences: Readonly<Record<string, string>> = {
  'Proves the credential and names its account; AWS answers it to everybody.':
    'Comprova a credencial e informa a conta dela; a AWS responde a qualquer um.',
  'Tells which organization the account belongs to.': 'Informa a qual organização a conta pertence.',
  'Lists the accounts of the organization; answered to its management account and delegated administrators.':
    'Lista as contas da organização; a resposta só vai para a conta de gerenciamento e administradores delegados.',
  'Reads what was spent, by service, tag or account.': 'Lê o que foi gasto, por serviço, tag ou conta.',
  'Lists the cost anomalies that AWS detected.': 'Lista as anomalias de custo que a AWS detectou.',
  'Tells how much of the usage reservations cover.': 'Informa quanto do uso as reservas cobrem.',
  'Reads which reservations AWS recommends.': 'Lê quais reservas a AWS recomenda.',
  'Tells how much of the usage Savings Plans cover.': 'Informa quanto do uso os Savings Plans cobrem.',
  'Reads which Savings Plans AWS recommends.': 'Lê quais Savings Plans a AWS recomenda.',
  'Tells whether the account is enrolled, so that no recommendation is not read as nothing to recommend.':
    'Informa se a conta está inscrita, para que a falta de recomendações não pareça que não há o que recomendar.',
  'Reads size recommendations for instances.': 'Lê recomendações de tamanho para instâncias.',
  'Reads size recommendations for volumes.': 'Lê recomendações de tamanho para volumes.',
  'Reads memory recommendations for functions.': 'Lê recomendações de memória para funções.',
  'Reads size recommendations for auto scaling groups.': 'Lê recomendações de tamanho para grupos de auto scaling.',
  'Reads size recommendations for databases.': 'Lê recomendações de tamanho para bancos de dados.',
  'Reads the public price list.': 'Lê a lista pública de preços.',
  'Lists instances with state, placement and addresses.': 'Lista instâncias com estado, localização e endereços.',
  'Lists elastic addresses and what they are attached to.': 'Lista endereços elásticos e a que estão associados.',
  'Lists network interfaces, to find who owns an address.':
    'Lista interfaces de rede, para encontrar de quem é um endereço.',
  'Lists security groups with their rules.': 'Lista grupos de segurança com as regras.',
  'Lists subnets with their free addresses.': 'Lista sub-redes com os endereços livres.',
  'Lists VPCs.': 'Lista VPCs.',
  'Lists VPC endpoints with their state.': 'Lista endpoints de VPC com o estado.',
  'Lists peerings with their state.': 'Lista peerings com o estado.',
  'Lists route tables, to follow where packets go.': 'Lista tabelas de rotas, para seguir aonde vão os pacotes.',
  'Lists internet gateways.': 'Lista internet gateways.',
  'Lists NAT gateways with their state.': 'Lista NAT gateways com o estado.',
  'Lists the far ends of VPN connections.': 'Lista as pontas remotas das conexões VPN.',
  'Lists VPN connections with the state of their tunnels; keys are removed.':
    'Lista conexões VPN com o estado dos túneis; as chaves são removidas.',
  'Lists VPN gateways.': 'Lista gateways VPN.',
  'Lists transit gateways.': 'Lista transit gateways.',
  'Lists what is attached to transit gateways.': 'Lista o que está ligado a transit gateways.',
  'Lists managed prefix lists, which rules refer to.':
    'Lista listas de prefixos gerenciadas, às quais as regras se referem.',
  'Lists volumes with size, performance and attachment.': 'Lista volumes com tamanho, desempenho e associação.',
  "Lists the account's own snapshots.": 'Lista os snapshots da própria conta.',
  "Lists the account's own images, or images named by id.":
    'Lista as imagens da própria conta, ou imagens indicadas por id.',
  'Lists auto scaling groups with sizes and health.': 'Lista grupos de auto scaling com tamanhos e saúde.',
  'Lists the names of ECS clusters.': 'Lista os nomes dos clusters ECS.',
  'Lists the names of EKS clusters.': 'Lista os nomes dos clusters EKS.',
  'Tells version, health and endpoint of a cluster; the EKS connector finds its endpoint with it.':
    'Informa versão, saúde e endpoint de um cluster; com isso o conector EKS encontra o endpoint dele.',
  'Lists the node groups of a cluster.': 'Lista os grupos de nós de um cluster.',
  'Tells size, version and health of a node group.': 'Informa tamanho, versão e saúde de um grupo de nós.',
  'Lists image repositories.': 'Lista repositórios de imagens.',
  'Lists images with tags, size and scan summary.': 'Lista imagens com tags, tamanho e resumo da varredura.',
  'Lists functions; values of environment variables are removed.':
    'Lista funções; os valores das variáveis de ambiente são removidos.',
  'Tells the configuration of one function; values of environment variables are removed.':
    'Informa a configuração de uma função; os valores das variáveis de ambiente são removidos.',
  'Lists what triggers functions, with the result of the last poll.':
    'Lista o que aciona funções, com o resultado da última consulta.',
  'Lists database instances, those of the document database too.':
    'Lista instâncias de banco de dados, inclusive as do banco de documentos.',
  'Lists database clusters, those of the document database too.':
    'Lista clusters de banco de dados, inclusive os do banco de documentos.',
  'Lists subnet groups of databases.': 'Lista grupos de sub-redes de bancos de dados.',
  'Reads the tags of databases whose list leaves them out.': 'Lê as tags dos bancos de dados cuja lista não as traz.',
  'Lists replication instances.': 'Lista instâncias de replicação.',
  'Lists replication tasks with state and lag.': 'Lista tarefas de replicação com estado e atraso.',
  'Lists the names of search domains.': 'Lista os nomes dos domínios de busca.',
  'Tells version, size and health settings of search domains.':
    'Informa versão, tamanho e configurações de saúde dos domínios de busca.',
  'Lists cache clusters with their nodes.': 'Lista clusters de cache com os nós.',
  'Lists replication groups with their failover state.': 'Lista grupos de replicação com o estado de failover.',
  'Reads which statements, waits or users load a database most.':
    'Lê quais instruções, esperas ou usuários mais carregam um banco de dados.',
  'Reads the load of a database over time.': 'Lê a carga de um banco de dados ao longo do tempo.',
  'Lists load balancers, classic ones too.': 'Lista balanceadores de carga, inclusive os clássicos.',
  'Finds the target groups of a load balancer.': 'Encontra os target groups de um balanceador de carga.',
  'Tells which targets are healthy, and why the others are not.':
    'Informa quais alvos estão saudáveis e por que os outros não estão.',
  'Tells the same of classic load balancers.': 'Informa o mesmo sobre balanceadores clássicos.',
  'Reads the tags of load balancers.': 'Lê as tags dos balanceadores de carga.',
  'Lists hosted zones.': 'Lista zonas hospedadas.',
  'Tells name servers and VPCs of a zone.': 'Informa os servidores de nomes e as VPCs de uma zona.',
  'Lists the records of a zone.': 'Lista os registros de uma zona.',
  'Lists queues.': 'Lista filas.',
  'Finds the address of a queue by its name.': 'Encontra o endereço de uma fila pelo nome.',
  'Tells depth, age limits and dead-letter settings of a queue; messages are not read.':
    'Informa tamanho, limites de idade e configuração de dead-letter de uma fila; as mensagens não são lidas.',
  'Reads metrics.': 'Lê métricas.',
  'Lists alarms with their state.': 'Lista alarmes com o estado.',
  'Lists log groups with size and retention.': 'Lista grupos de logs com tamanho e retenção.',
  'Searches log lines.': 'Busca linhas de log.',
  'Starts a Logs Insights query, which reads logs and changes nothing.':
    'Inicia uma consulta do Logs Insights, que lê logs e não muda nada.',
  'Reads the result of such a query.': 'Lê o resultado dessa consulta.',
  'Lists the services that Application Signals discovered.': 'Lista os serviços que o Application Signals descobriu.',
  'Lists service level objectives.': 'Lista objetivos de nível de serviço.',
  'Tells how much of their error budgets is left.': 'Informa quanto resta dos orçamentos de erro.',
  'Looks up management events of the last 90 days.': 'Busca eventos de gerenciamento dos últimos 90 dias.',
  'Lists the event data stores that can be queried.': 'Lista os event data stores que podem ser consultados.',
  'Starts a query of CloudTrail Lake.': 'Inicia uma consulta do CloudTrail Lake.',
  'Tells state and scanned bytes of such a query.': 'Informa o estado e os bytes lidos dessa consulta.',
  'Starts a query of Athena.': 'Inicia uma consulta do Athena.',
  'Stops a query that this Agent started, when its caller left.':
    'Para uma consulta que este Agent iniciou, quando quem a pediu saiu.',
  'Tells state, scanned bytes and failure of a query.': 'Informa estado, bytes lidos e falha de uma consulta.',
  'Tells the same of several queries.': 'Informa o mesmo sobre várias consultas.',
  'Reads the result of a query.': 'Lê o resultado de uma consulta.',
  'Lists recent queries of a workgroup.': 'Lista consultas recentes de um workgroup.',
  'Lists users, to find those with access keys.': 'Lista usuários, para encontrar os que têm chaves de acesso.',
  'Lists the ids and ages of access keys; secrets cannot be read.':
    'Lista ids e idades das chaves de acesso; os segredos não podem ser lidos.',
  'Tells when a key was used last, and where.': 'Informa quando uma chave foi usada pela última vez, e onde.',
  'Reads one dashboard or dataset.': 'Lê um painel ou dataset.',
  'Lists dashboards, datasets, data sources, analyses, ingestions and users.':
    'Lista painéis, datasets, fontes de dados, análises, ingestões e usuários.',
  'Searches dashboards.': 'Busca painéis.',
  'AWS classes it Write because it creates a query. The statement is parsed first and refused unless it is one that only reads; no event is modified.':
    'A AWS a classifica como Write porque cria uma consulta. A instrução é analisada antes e recusada se não for só de leitura; nenhum evento é modificado.',
  'AWS classes it Write because it creates an execution. The statement is parsed first and refused unless it is one that only reads; no data is modified.':
    'A AWS a classifica como Write porque cria uma execução. A instrução é analisada antes e recusada se não for só de leitura; nenhum dado é modificado.',
  'AWS classes it Write because it ends an execution. Only executions that this Agent started are stopped.':
    'A AWS a classifica como Write porque encerra uma execução. Só são paradas as execuções que este Agent iniciou.',
  'AWS classes three actions that it matches as managing permissions: DescribeKnowledgeBasePermissions, DescribeSpacePermissions and DescribeTopicPermissions. They tell who may use an asset and change nothing; no operation calls them, and the variant without wildcards leaves them out.':
    'A AWS classifica três das ações abrangidas como gerenciamento de permissões: DescribeKnowledgeBasePermissions, DescribeSpacePermissions e DescribeTopicPermissions. Elas informam quem pode usar um recurso e não mudam nada; nenhuma operação as chama, e a variante sem curingas as deixa de fora.',
  'AWS: the read-only policy FarolEdgeReadOnly': 'AWS: a política somente leitura FarolEdgeReadOnly',
  'AWS: the same without wildcards': 'AWS: a mesma sem curingas',
  'AWS: what each action is for, and which operation needs it':
    'AWS: para que serve cada ação e qual operação precisa dela',
  'AWS: reading the secrets below one prefix, with its own credential':
    'AWS: leitura dos segredos sob um prefixo, com credencial própria',
  'AWS: the base credential assumes a role in each account, and nothing else':
    'AWS: a credencial de base assume um papel em cada conta, e nada mais',
  'AWS: trust policy of the role in an account that is read':
    'AWS: política de confiança do papel em uma conta que é lida',
  'AWS: what Athena needs beside the read-only policy': 'AWS: o que o Athena precisa além da política somente leitura',
  'Kubernetes: cluster role and binding': 'Kubernetes: cluster role e binding',
  'Kubernetes: service account with the cluster role and a token, for an Agent outside the cluster':
    'Kubernetes: service account com a cluster role e um token, para um Agent fora do cluster',
  'Kubernetes: reading named Secrets of one namespace': 'Kubernetes: leitura de Secrets nomeados de um namespace',
  'Google Cloud: role table': 'Google Cloud: tabela de papéis',
  'Google Cloud: custom role with only what is used': 'Google Cloud: papel personalizado só com o que é usado',
  'Google Cloud: reading the secrets whose names begin with one prefix':
    'Google Cloud: leitura dos segredos cujos nomes começam com um prefixo',
  'GitHub: permissions of a GitHub App or a fine-grained token':
    'GitHub: permissões de um GitHub App ou de um token fine-grained',
  'Slack: scopes of the bot token': 'Slack: escopos do token do bot',
  'Argo CD: lines of policy.csv': 'Argo CD: linhas do policy.csv',
  'Vault: reading the secrets below one prefix': 'Vault: leitura dos segredos sob um prefixo',
};
