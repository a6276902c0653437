/** Portuguese for what each operation of the catalog is, by its English sentence. */
export const catalogSummaries: Readonly<Record<string, string>> = {
  'Figures of a saved chart, as it is defined now.': 'Números de um gráfico salvo, como ele está definido agora.',
  'Saved dashboards, or one of them, with the charts they hold.':
    'Painéis salvos, ou um deles, com os gráficos que contêm.',
  'How many users went through a row of events, step by step.':
    'Quantos usuários passaram por uma sequência de eventos, passo a passo.',
  'How often one or two events happened over time, or how many users did them, by property.':
    'Com que frequência um ou dois eventos ocorreram ao longo do tempo, ou quantos usuários os fizeram, por propriedade.',
  'Every resource of the given types, as of now.': 'Todos os recursos dos tipos dados, como estão agora.',
  'Resources whose name, place, labels or other indexed fields match.':
    'Recursos cujo nome, local, rótulos ou outros campos indexados correspondem.',
  'Stores of audit events that queries can read.': 'Repositórios de eventos de auditoria que as consultas podem ler.',
  'Management events of an account in a window: who called what, from where, on which resources.':
    'Eventos de gerenciamento de uma conta em uma janela: quem chamou o quê, de onde, sobre quais recursos.',
  'Rows of one SQL query over a store of audit events.':
    'Linhas de uma consulta SQL sobre um repositório de eventos de auditoria.',
  'One dashboard with its sheets, the datasets it reads and what is wrong with it.':
    'Um painel com suas folhas, os conjuntos de dados que lê e o que há de errado nele.',
  'One dataset with its columns, and the tables, files and queries it is made of.':
    'Um conjunto de dados com suas colunas e as tabelas, arquivos e consultas de que é feito.',
  'Analyses, which dashboards are published from.': 'Análises, a partir das quais os painéis são publicados.',
  'Dashboards with their published versions.': 'Painéis com suas versões publicadas.',
  'Systems that datasets are read from, with the state of each connection.':
    'Sistemas de onde os conjuntos de dados são lidos, com o estado de cada conexão.',
  'Datasets that dashboards read.': 'Conjuntos de dados que os painéis leem.',
  'Refreshes of a dataset with state, rows and what went wrong.':
    'Atualizações de um conjunto de dados com estado, linhas e o que deu errado.',
  'People with access, with role and whether they have signed in.': 'Pessoas com acesso, com o papel e se já entraram.',
  'Dashboards by name, or by who owns or may see them.': 'Painéis por nome, ou por quem os possui ou pode vê-los.',
  'Creates a public channel.': 'Cria um canal público.',
  'Messages of a channel in a window, newest first; replies are in their threads.':
    'Mensagens de um canal em uma janela, as mais recentes primeiro; as respostas estão em suas conversas.',
  'One thread: the message that began it and the replies, oldest first.':
    'Uma conversa: a mensagem que a iniciou e as respostas, as mais antigas primeiro.',
  'Channels that the credential can see, public ones and the private ones it was invited to.':
    'Canais que a credencial vê: os públicos e os privados para os quais foi convidada.',
  'Posts a message into a channel or a thread.': 'Publica uma mensagem em um canal ou em uma conversa.',
  'Checks of one revision with their state and conclusion.': 'Verificações de uma revisão com estado e conclusão.',
  'Runs of the workflows of a repository, newest first; a filter finds at most 1000.':
    'Execuções dos workflows de um repositório, as mais recentes primeiro; um filtro encontra no máximo 1000.',
  'What separates two revisions: commits and changed files.':
    'O que separa duas revisões: commits e arquivos alterados.',
  'Opens an issue in a GitHub repository.': 'Abre uma issue em um repositório do GitHub.',
  'Rules that guard a branch, or that it has none.': 'Regras que protegem um branch, ou que ele não tem nenhuma.',
  'One commit with the files it changes.': 'Um commit com os arquivos que altera.',
  'One file, or what stands in one folder, at a revision.': 'Um arquivo, ou o que há em uma pasta, em uma revisão.',
  'One pull request: text, state, size and whether it can be merged.':
    'Um pull request: texto, estado, tamanho e se pode ser mesclado.',
  'One repository: visibility, default branch, size and how changes may be merged.':
    'Um repositório: visibilidade, branch padrão, tamanho e como alterações podem ser mescladas.',
  'Commits of a branch, newest first, of all files or of one path.':
    'Commits de um branch, os mais recentes primeiro, de todos os arquivos ou de um caminho.',
  'Files that a pull request changes, up to the first 3000.':
    'Arquivos que um pull request altera, até os primeiros 3000.',
  'Pull requests of a repository, the most recently changed first.':
    'Pull requests de um repositório, os alterados há menos tempo primeiro.',
  'Pull requests that brought a commit into the repository or propose it.':
    'Pull requests que trouxeram um commit ao repositório ou o propõem.',
  'Branches of a repository, or all names that begin with a prefix.':
    'Branches de um repositório, ou todos os nomes que começam com um prefixo.',
  'Repositories of an organization, or all that the credential can see.':
    'Repositórios de uma organização, ou todos os que a credencial vê.',
  'Tags of a repository with the commits they stand on.': 'Tags de um repositório com os commits em que estão.',
  'Files of the default branches that contain a text.': 'Arquivos dos branches padrão que contêm um texto.',
  'One function: configuration, state and the reason for it.': 'Uma função: configuração, estado e o motivo dele.',
  'Groups of identical machines with their sizes, health settings and members by state.':
    'Grupos de máquinas idênticas com tamanhos, configurações de saúde e membros por estado.',
  'Images of one repository with tags, size, push time and scan summary.':
    'Imagens de um repositório com tags, tamanho, hora do envio e resumo da varredura.',
  'Names of the ECS clusters; what runs in them is not told.':
    'Nomes dos clusters ECS; o que executa neles não é informado.',
  'What feeds functions from queues and streams, with batch, retry and failure settings.':
    'O que alimenta funções a partir de filas e fluxos, com configurações de lote, repetição e falha.',
  'Functions with runtime, limits, network placement and the names of their environment variables.':
    'Funções com runtime, limites, posição na rede e os nomes das variáveis de ambiente.',
  'Repositories of container images with their tag, scan and encryption settings.':
    'Repositórios de imagens de contêiner com configurações de tag, varredura e criptografia.',
  'Machine images that the account owns, or those with the given identifiers.':
    'Imagens de máquina que a conta possui, ou as dos identificadores dados.',
  'Virtual machines with state, placement, addresses and tags.':
    'Máquinas virtuais com estado, local, endereços e tags.',
  'Request-driven container services with revisions, traffic split, limits and conditions.':
    'Serviços de contêiner acionados por requisições com revisões, divisão de tráfego, limites e condições.',
  'Snapshots of volumes that the account owns.': 'Snapshots de volumes que a conta possui.',
  'Block storage volumes with size, performance, encryption and what they are attached to.':
    'Volumes de armazenamento em bloco com tamanho, desempenho, criptografia e a que estão anexados.',
  'Products of one AWS service with their public prices.': 'Produtos de um serviço da AWS com seus preços públicos.',
  'What was charged in a window, by hour, day or month and by up to two dimensions or tags.':
    'O que foi cobrado em uma janela, por hora, dia ou mês e por até duas dimensões ou tags.',
  'Public prices of Compute Engine in one region of GCP.': 'Preços públicos do Compute Engine em uma região do GCP.',
  'How much of the hours used was covered by reservations in a window.':
    'Quanto das horas usadas foi coberto por reservas em uma janela.',
  'Reservations of one service that would have paid off.': 'Reservas de um serviço que teriam compensado.',
  'How much of the eligible spending was covered by savings plans in a window.':
    'Quanto do gasto elegível foi coberto por savings plans em uma janela.',
  'Savings plans of one type that would have paid off.': 'Savings plans de um tipo que teriam compensado.',
  'Spending that was unusual in a window, with its size and likely causes.':
    'Gastos incomuns em uma janela, com o tamanho e as causas prováveis.',
  'Accounts that bills are sent to.': 'Contas para as quais as faturas são enviadas.',
  'Resources of one kind that are too large, too small or idle, with what to change and what it saves.':
    'Recursos de um tipo que são grandes demais, pequenos demais ou ociosos, com o que mudar e quanto se economiza.',
  'Rented monitoring stacks with the backends they keep data in.':
    'Stacks de monitoramento contratadas com os backends em que guardam dados.',
  'Dashboards of a stack by words of their title, or by tag.':
    'Painéis de uma stack por palavras do título ou por tag.',
  'What loads one database server over a window, by statement, wait, user or another dimension.':
    'O que carrega um servidor de banco de dados em uma janela, por instrução, espera, usuário ou outra dimensão.',
  'In-memory stores with engine, nodes, failover, encryption and endpoints.':
    'Armazenamentos em memória com motor, nós, failover, criptografia e endpoints.',
  'Database clusters with members, endpoints, capacity, state and backups.':
    'Clusters de banco de dados com membros, endpoints, capacidade, estado e backups.',
  'Document databases with type, place, recovery settings and deletion protection.':
    'Bancos de documentos com tipo, local, configurações de recuperação e proteção contra exclusão.',
  'Database servers with engine, state, storage, replication, endpoint and network placement.':
    'Servidores de banco de dados com motor, estado, armazenamento, replicação, endpoint e posição na rede.',
  'Tasks that copy data between databases, with progress, failures and the machines that run them.':
    'Tarefas que copiam dados entre bancos, com progresso, falhas e as máquinas que as executam.',
  'Search engine clusters with version, nodes, storage, network placement and changes under way.':
    'Clusters de busca com versão, nós, armazenamento, posição na rede e mudanças em andamento.',
  'Groups of subnets that databases are placed in.': 'Grupos de sub-redes em que bancos de dados são colocados.',
  'One project: settings, schedules, environments and the names of its environment variables.':
    'Um projeto: configurações, agendamentos, ambientes e os nomes das variáveis de ambiente.',
  'Deployments with state, commit and reason of failure, newest first.':
    'Implantações com estado, commit e motivo da falha, as mais recentes primeiro.',
  'Projects with framework, linked repository and latest deployments.':
    'Projetos com framework, repositório vinculado e implantações mais recentes.',
  'One zone with its name servers.': 'Uma zona com seus servidores de nomes.',
  'Records of one zone with their values, lifetime and routing.':
    'Registros de uma zona com valores, tempo de vida e roteamento.',
  'Zones that the credential may see.': 'Zonas que a credencial pode ver.',
  'What a pipeline of reading stages makes of a collection.':
    'O que um pipeline de estágios de leitura faz de uma coleção.',
  'Number of documents that match a filter, counted and not estimated.':
    'Número de documentos que correspondem a um filtro, contados e não estimados.',
  'Different values that a field takes in the documents that match a filter.':
    'Valores diferentes que um campo assume nos documentos que correspondem a um filtro.',
  'How the database would answer a question: stages and indexes. The question itself is not run.':
    'Como o banco responderia a uma consulta: estágios e índices. A consulta em si não é executada.',
  'Documents of a collection that match a filter.': 'Documentos de uma coleção que correspondem a um filtro.',
  'Size and number of what a database or one collection holds.':
    'Tamanho e quantidade do que um banco ou uma coleção contém.',
  'Collections and views of a database that the credential may see.':
    'Coleções e views de um banco que a credencial pode ver.',
  'Databases that the credential may see; others are left out without a word.':
    'Bancos que a credencial pode ver; os outros são omitidos sem aviso.',
  'Indexes of a collection; how often each is used is not told.':
    'Índices de uma coleção; com que frequência cada um é usado não é informado.',
  'Edge applications with the modules that are on.': 'Aplicações de borda com os módulos que estão ligados.',
  'Origins that edge applications fetch from.': 'Origens de onde as aplicações de borda buscam conteúdo.',
  'Domains that the edge serves, with protocols and transport security.':
    'Domínios que a borda serve, com protocolos e segurança de transporte.',
  'Single events of the edge, such as requests or lines that functions wrote, newest first.':
    'Eventos individuais da borda, como requisições ou linhas que funções escreveram, os mais recentes primeiro.',
  'Aggregated figures of the edge over a window, such as requests or data by status.':
    'Números agregados da borda em uma janela, como requisições ou dados por status.',
  'One application: its resources, and how the last synchronization went.':
    'Uma aplicação: seus recursos e como foi a última sincronização.',
  'What was deployed of an application and when, newest first; old entries are not kept.':
    'O que foi implantado de uma aplicação e quando, o mais recente primeiro; entradas antigas não são guardadas.',
  'Applications with sync and health; an empty answer says whether it was allowed to see.':
    'Aplicações com sincronização e saúde; uma resposta vazia diz se era permitido ver.',
  'Who holds which role on the project, under which condition, and which accesses are logged.':
    'Quem tem qual papel no projeto, sob qual condição, e quais acessos são registrados.',
  'Accounts of the organization with their state, and the organization itself.':
    'Contas da organização com seu estado, e a própria organização.',
  'Service accounts of the project and whether each is disabled.':
    'Contas de serviço do projeto e se cada uma está desabilitada.',
  'Account and principal of the credential in use; says nothing about what it may do.':
    'Conta e principal da credencial em uso; não diz nada sobre o que ela pode fazer.',
  'One incident with its attachments.': 'Um incidente com seus anexos.',
  'Incidents with state, severity, times and impact on customers.':
    'Incidentes com estado, gravidade, horários e impacto nos clientes.',
  'One Kubernetes cluster: version, state, health issues, network, access and logging settings.':
    'Um cluster Kubernetes: versão, estado, problemas de saúde, rede, acesso e configurações de log.',
  'One deployment: replicas wanted and there, conditions, strategy and what its pods run.':
    'Um deployment: réplicas desejadas e existentes, condições, estratégia e o que seus pods executam.',
  'Addresses behind one service, those that are ready apart from those that are not.':
    'Endereços por trás de um serviço, os prontos separados dos que não estão.',
  'One ingress with hosts, paths, services behind them and addresses.':
    'Um ingress com hosts, caminhos, serviços por trás deles e endereços.',
  'One pod with phase, conditions, node, and state and restarts of every container.':
    'Um pod com fase, condições, nó, e estado e reinícios de cada contêiner.',
  'One service with type, addresses, ports and the labels it selects pods by.':
    'Um serviço com tipo, endereços, portas e os rótulos pelos quais seleciona pods.',
  'Kubernetes clusters; more than name and place only where the list tells it.':
    'Clusters Kubernetes; mais do que nome e local só onde a lista informa.',
  'Addresses behind services, those that are ready apart from those that are not.':
    'Endereços por trás de serviços, os prontos separados dos que não estão.',
  'Ingresses with hosts, paths, services behind them and addresses.':
    'Ingresses com hosts, caminhos, serviços por trás deles e endereços.',
  'Groups of nodes of one cluster with sizes, machine types, versions and health issues.':
    'Grupos de nós de um cluster com tamanhos, tipos de máquina, versões e problemas de saúde.',
  'Pods with phase, conditions, node, and state and restarts of every container.':
    'Pods com fase, condições, nó, e estado e reinícios de cada contêiner.',
  'Services with type, addresses, ports and the labels they select pods by.':
    'Serviços com tipo, endereços, portas e os rótulos pelos quais selecionam pods.',
  'Counts and other figures over log lines in a window, by group and over time.':
    'Contagens e outros números sobre linhas de log em uma janela, por grupo e ao longo do tempo.',
  'Places that hold log lines, by the names that queries take.':
    'Lugares que guardam linhas de log, pelos nomes que as consultas usam.',
  'Log lines that match a query in a window.': 'Linhas de log que correspondem a uma consulta em uma janela.',
  'Names of the metrics that exist, with type, unit and meaning where known.':
    'Nomes das métricas que existem, com tipo, unidade e significado onde são conhecidos.',
  'Labels of the series that match, each with values it takes.':
    'Rótulos das séries que correspondem, cada um com valores que assume.',
  'Tags of one metric, each with values it takes.': 'Tags de uma métrica, cada uma com valores que assume.',
  'Values of a metric query over a window, or its present value when no window is given.':
    'Valores de uma consulta de métricas em uma janela, ou o valor atual quando não há janela.',
  'One monitor with its thresholds, the state of each group and the downtimes that silence it.':
    'Um monitor com seus limiares, o estado de cada grupo e os períodos que o silenciam.',
  'Monitors and alarms with their present state, what they watch and whom they tell.':
    'Monitores e alarmes com o estado atual, o que observam e a quem avisam.',
  'Health of every target behind one load balancer, with the reason where it is not healthy.':
    'Saúde de cada destino por trás de um balanceador de carga, com o motivo onde não está saudável.',
  'Reserved addresses and what uses them.': 'Endereços reservados e o que os usa.',
  'Gateways of one kind (internet, address translation, customer device or tunnel) with state and attachments.':
    'Gateways de um tipo (internet, tradução de endereços, dispositivo do cliente ou túnel) com estado e anexos.',
  'Network interfaces with addresses, security groups and what they are attached to.':
    'Interfaces de rede com endereços, grupos de segurança e a que estão anexadas.',
  'Load balancers with addresses, placement, listeners and back ends as far as the list tells them.':
    'Balanceadores de carga com endereços, local, listeners e back-ends até onde a lista informa.',
  'Peerings between two networks with the state and the address ranges of both sides.':
    'Peerings entre duas redes com o estado e as faixas de endereços dos dois lados.',
  'Named lists of address ranges that routes and firewall rules refer to; the ranges are not told.':
    'Listas nomeadas de faixas de endereços usadas por rotas e regras de firewall; as faixas não são informadas.',
  'Route tables with their routes and the subnets and gateways that use them.':
    'Tabelas de rotas com suas rotas e as sub-redes e gateways que as usam.',
  'Firewall rules: what is let in and out, from and to where, and for which machines.':
    'Regras de firewall: o que entra e sai, de onde e para onde, e para quais máquinas.',
  'Subnets with address ranges, free addresses, placement and tags.':
    'Sub-redes com faixas de endereços, endereços livres, local e tags.',
  'Routers between networks, with everything that is attached to each and its state.':
    'Roteadores entre redes, com tudo o que está anexado a cada um e seu estado.',
  'Private endpoints of services with state, names, placement and access policy.':
    'Endpoints privados de serviços com estado, nomes, local e política de acesso.',
  'Virtual private networks with address ranges, state and tags.':
    'Redes virtuais privadas com faixas de endereços, estado e tags.',
  'Site-to-site tunnels: state of each tunnel, routes and negotiated limits, without keys.':
    'Túneis site-to-site: estado de cada túnel, rotas e limites negociados, sem chaves.',
  'Measures of a project, such as coverage, and their values for new code.':
    'Medidas de um projeto, como cobertura, e seus valores para o código novo.',
  'Whether a project passes its quality gate, condition by condition.':
    'Se um projeto passa no quality gate, condição por condição.',
  'Places in the code that a person has to judge for security.':
    'Lugares do código que uma pessoa precisa avaliar quanto à segurança.',
  'Issues of a project, up to the first 10,000; empty without a fault when the project may not be seen.':
    'Issues de um projeto, até as primeiras 10.000; vazio sem falha quando o projeto não pode ser visto.',
  'One queue: how many messages wait, are being handled or are delayed, and its settings.':
    'Uma fila: quantas mensagens esperam, estão sendo tratadas ou estão atrasadas, e suas configurações.',
  'Message queues by name.': 'Filas de mensagens por nome.',
  'Counts and other figures over front-end events in a window, by group and over time.':
    'Contagens e outros números sobre eventos de front-end em uma janela, por grupo e ao longo do tempo.',
  'Front ends that report, with their kind and whether they are active.':
    'Front-ends que enviam dados, com o tipo e se estão ativos.',
  'Figures that one front end reports, over a window.': 'Números que um front-end envia, em uma janela.',
  'Front-end events that match a query in a window.':
    'Eventos de front-end que correspondem a uma consulta em uma janela.',
  'Long-lived access keys of users and service accounts, with age, state and last use.':
    'Chaves de acesso de longa duração de usuários e contas de serviço, com idade, estado e último uso.',
  'Keys of the programming interface with name, age, last use and maker.':
    'Chaves da interface de programação com nome, idade, último uso e quem as criou.',
  'Dependencies of a repository with known vulnerabilities, as Dependabot found them.':
    'Dependências de um repositório com vulnerabilidades conhecidas, como o Dependabot as encontrou.',
  'Findings of the security scanners of a cloud: threats, vulnerabilities and misconfigurations.':
    'Achados dos scanners de segurança de uma nuvem: ameaças, vulnerabilidades e configurações incorretas.',
  'Attainment and remaining error budget of service level objectives at one time.':
    'Cumprimento e orçamento de erro restante de objetivos de nível de serviço em um momento.',
  'Service level objectives and what each is about.': 'Objetivos de nível de serviço e do que cada um trata.',
  'Checks with their target, interval, places and whether they run.':
    'Verificações com destino, intervalo, lugares e se estão em execução.',
  'Results of one check in a window, newest first.':
    'Resultados de uma verificação em uma janela, os mais recentes primeiro.',
  'Success and duration of one check over a window, by place.':
    'Sucesso e duração de uma verificação em uma janela, por lugar.',
  'Adds a comment to a ticket.': 'Adiciona um comentário a um ticket.',
  'Opens a ticket.': 'Abre um ticket.',
  'One ticket with its text, links and comments.': 'Um ticket com texto, links e comentários.',
  'Projects of the tracker that the credential may browse.':
    'Projetos do sistema de tickets que a credencial pode navegar.',
  'Where a ticket can be moved from its present status; empty also when the credential may not move it.':
    'Para onde um ticket pode ser movido a partir do status atual; vazio também quando a credencial não pode movê-lo.',
  'Tickets that match a query; those that may not be browsed are left out without a word.':
    'Tickets que correspondem a uma consulta; os que não podem ser vistos são omitidos sem aviso.',
  'Moves a ticket to another status.': 'Move um ticket para outro status.',
  'Which services of an environment call which, as traces saw it.':
    'Quais serviços de um ambiente chamam quais, como os traces viram.',
  'Calls between services in a window, with their number and failures.':
    'Chamadas entre serviços em uma janela, com quantidade e falhas.',
  'Services that are known, with environment, owner and what describes them.':
    'Serviços conhecidos, com ambiente, dono e o que os descreve.',
  'Counts, latencies and other figures over spans in a window, by group and over time.':
    'Contagens, latências e outros números sobre spans em uma janela, por grupo e ao longo do tempo.',
  'All spans of one trace with their events.': 'Todos os spans de um trace com seus eventos.',
  'Traces with spans that match a query in a window.':
    'Traces com spans que correspondem a uma consulta em uma janela.',
  'Queries that were run, with state, text, time and bytes scanned.':
    'Consultas que foram executadas, com estado, texto, horário e bytes lidos.',
  'Rows of one SQL statement that only reads.': 'Linhas de uma instrução SQL que só lê.',
};
