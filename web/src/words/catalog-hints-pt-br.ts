/** Portuguese for what the catalog says of the arguments, by its English sentence. */
export const catalogHints: Readonly<Record<string, string>> = {
  'Most entries to return': 'Máximo de itens a devolver',
  'nextCursor of the answer before, with the same other arguments':
    'nextCursor da resposta anterior, com os mesmos outros argumentos',
  'RFC 3339 time, or now, or now-<n><s|m|h|d|w>': 'Horário RFC 3339, ou now, ou now-<n><s|m|h|d|w>',
  'Region to read. Left out: the first configured region, or all where the provider reads them at once; the answer says which':
    'Região a ler. Sem ela: a primeira região configurada, ou todas onde o provedor as lê de uma vez; a resposta diz qual',
  'From the first instant up to and including the second': 'Do primeiro instante até o segundo, inclusive',
  'owner/name': 'dono/nome',
  'Tags or labels, all of which an entry must have': 'Tags ou rótulos, todos presentes em cada item',
  'One of the configured clusters; may be left out when there is one':
    'Um dos clusters configurados; pode faltar quando há um só',
  'A new one for each thing to be written; the same one when a call is repeated':
    'Uma nova para cada coisa a escrever; a mesma quando uma chamada é repetida',
  'Attribute or tag as searches spell it, such as @duration or service':
    'Atributo ou tag como as buscas escrevem, por exemplo @duration ou service',
  'Any one of them suffices': 'Basta um deles',
  'Branch, tag or commit': 'Branch, tag ou commit',
  'Seconds between points; chosen to fit the window if absent':
    'Segundos entre pontos; sem valor, escolhido conforme a janela',
  'Part of the name': 'Parte do nome',
  'Most rows to return': 'Máximo de linhas a devolver',
  'All of them when left out': 'Todos, quando não definido',
  'Such as app=web,tier!=cache': 'Por exemplo app=web,tier!=cache',
  'Search; * for every event': 'Busca; * para todos os eventos',
  'Most groups of this field, the greatest first': 'Máximo de grupos deste campo, os maiores primeiro',
  'Seconds between values; one value for the whole window if absent':
    'Segundos entre valores; sem valor, um só para a janela inteira',
  'Only names that begin so': 'Só nomes que começam assim',
  'Most series to return': 'Máximo de séries a devolver',
  'Name of the event as it is sent': 'Nome do evento como é enviado',
  'All of which an event must pass': 'Um evento precisa passar em todos',
  'Only users that pass all of them': 'Só usuários que passam em todos',
  'Most groups to return': 'Máximo de grupos a devolver',
  'Types to tell; all of them when left out': 'Tipos a informar; todos, quando não definido',
  'Region, or continent for a repository of several regions; the first configured region when left out':
    'Região, ou continente para um repositório de várias regiões; a primeira região configurada, quando não definida',
  'Zone of a region': 'Zona de uma região',
  'True for everything but these values': 'Verdadeiro para tudo, menos estes valores',
  'Days of past use it is worked out from': 'Dias de uso passado em que o cálculo se baseia',
  'Whether to buy for the organization as a whole or account by account':
    'Comprar para a organização inteira ou conta por conta',
  'id of dns.listZones': 'id de dns.listZones',
  'Every document when left out': 'Todos os documentos, quando não definido',
  'Which fields to tell': 'Quais campos informar',
  'All of which must hold': 'Todas precisam valer',
  '% stands for any text': '% representa qualquer texto',
  'Where the application is defined, when not beside the tool':
    'Onde a aplicação está definida, quando não é junto da ferramenta',
  'With it, an application that does not exist is told from a hidden one':
    'Com ele, uma aplicação que não existe é distinguida de uma oculta',
  'Zone of the cluster, when its location is a zone': 'Zona do cluster, quando o local dele é uma zona',
  'Name of the cluster': 'Nome do cluster',
  'Indexes to search; all of them if absent': 'Índices a pesquisar; todos, quando não definido',
  'Series selector, such as {job="api"} or up': 'Seletor de séries, por exemplo {job="api"} ou up',
  'False for what is only an operand of an expression': 'Falso para o que é só um operando de uma expressão',
  'Ids of fields to tell beside the usual ones, such as customfield_10010':
    'Ids de campos a informar além dos habituais, por exemplo customfield_10010',
  'The configured one if absent': 'O configurado, quando não definido',
  'ordered: other events may come between; sequential: none may':
    'ordered: outros eventos podem ocorrer entre eles; sequential: nenhum pode',
  'Most seconds from the first step to the last': 'Máximo de segundos do primeiro ao último passo',
  'uniques: users; totals: events; average: events for each user':
    'uniques: usuários; totals: eventos; average: eventos por usuário',
  'resource: with place and parent; none: names only': 'resource: com local e pai; none: só nomes',
  'Words, or field:value such as location:europe-west1; everything when left out':
    'Palavras, ou campo:valor, por exemplo location:europe-west1; tudo, quando não definido',
  'Only events with this attribute': 'Só eventos com este atributo',
  'One SELECT; the store is the table': 'Um SELECT; o repositório é a tabela',
  'The published version if absent': 'A versão publicada, quando não definida',
  'Those that the credential may list when left out': 'As que a credencial pode listar, quando não definido',
  'With blocks: what notifications show': 'Com blocos: o que as notificações mostram',
  'State, or conclusion of a run that has ended': 'Estado, ou conclusão de uma execução que terminou',
  'Only runs created in it': 'Só execuções criadas nela',
  'Most commits to return': 'Máximo de commits a devolver',
  'nextCursor of the answer before, for further commits': 'nextCursor da resposta anterior, para mais commits',
  'Most files to return': 'Máximo de arquivos a devolver',
  'nextCursor of the answer before, for further files': 'nextCursor da resposta anterior, para mais arquivos',
  'The root folder when left out': 'A pasta raiz, quando não definida',
  'The default branch when left out': 'O branch padrão, quando não definido',
  'Most bytes of the file to return; the answer says when it was cut':
    'Máximo de bytes do arquivo a devolver; a resposta diz quando foi cortado',
  'Where to begin; the default branch when left out': 'Onde começar; o branch padrão, quando não definido',
  'Only commits made in it': 'Só commits feitos nela',
  'closed: merged or not': 'closed: mesclados ou não',
  'Only those into this branch': 'Só os que vão para este branch',
  'Only names that begin so; every branch when left out':
    'Só nomes que começam assim; todos os branches, quando não definido',
  'Text to find, as it stands': 'Texto a encontrar, exatamente como está',
  'Every repository of it that the credential can see': 'Todos os repositórios dela que a credencial vê',
  'Only files below this folder': 'Só arquivos abaixo desta pasta',
  'Identifier of compute.listImageRepositories': 'Identificador de compute.listImageRepositories',
  'Region; without it the answer says which regions were read':
    'Região; sem ela, a resposta diz quais regiões foram lidas',
  'Code of the service in the price list': 'Código do serviço na lista de preços',
  'Attributes of the product, all of which must match': 'Atributos do produto, todos precisam corresponder',
  'With any_of and none_of: several, parted by commas': 'Com any_of e none_of: vários, separados por vírgulas',
  'Whole hours, days or months; what is told of the last day is not final':
    'Horas, dias ou meses inteiros; o que se informa do último dia não é final',
  'Conditions, all of which must hold': 'Condições, todas precisam valer',
  'As answers spell them; any of them': 'Como as respostas escrevem; qualquer um deles',
  'Any of them; the empty text for what is not tagged': 'Qualquer um deles; o texto vazio para o que não tem tag',
  'Any region of the price list': 'Qualquer região da lista de preços',
  'Only this family: Compute, Storage, Network or License': 'Só esta família: Compute, Storage, Network ou License',
  'Only this service; virtual machines if absent': 'Só este serviço; máquinas virtuais, quando não definido',
  'As the bill spells it, such as Amazon Relational Database Service':
    'Como a fatura escreve, por exemplo Amazon Relational Database Service',
  'Only for virtual machines; standard if absent': 'Só para máquinas virtuais; standard, quando não definido',
  'Only what this monitor found': 'Só o que este monitor encontrou',
  'Only anomalies that cost at least this much more than expected, in the currency of the bill':
    'Só anomalias que custam pelo menos isto a mais do que o esperado, na moeda da fatura',
  'Zone, where the system keeps recommendations of this kind by zone':
    'Zona, onde o sistema guarda recomendações deste tipo por zona',
  'Stack to search; the configured one when left out': 'Stack a pesquisar; a configurada, quando não definida',
  'resourceId of databases.listInstances': 'resourceId de databases.listInstances',
  'document for engine docdb': 'document para o motor docdb',
  'statement: its text with the literals taken out': 'statement: o texto dela sem os literais',
  'Only those created in it': 'Só os criados nela',
  'Records of exactly this name': 'Registros com exatamente este nome',
  'Zones of exactly this name': 'Zonas com exatamente este nome',
  'At most 50 stages; those that write or run code are refused':
    'No máximo 50 estágios; os que escrevem ou executam código são recusados',
  'False: one row for the whole window and each group': 'Falso: uma linha para a janela inteira e cada grupo',
  'Most resources to return': 'Máximo de recursos a devolver',
  'Label selector, such as team=payments': 'Seletor de rótulos, por exemplo team=payments',
  'Search for incidents; every incident if absent': 'Busca de incidentes; todos, quando não definida',
  'Only incidents in one of these states': 'Só incidentes em um destes estados',
  'Metric query over lines': 'Consulta de métricas sobre linhas',
  'Only sources with lines in it, for a system that can tell':
    'Só fontes com linhas nela, em um sistema que sabe dizer',
  'Search; * for every line': 'Busca; * para todas as linhas',
  'Query of lines, beginning with a selector': 'Consulta de linhas, começando por um seletor',
  'Filter pattern; every line if empty': 'Padrão de filtro; todas as linhas, quando vazio',
  'Filter; every entry if empty': 'Filtro; todas as entradas, quando vazio',
  'Most lines to return: 5000 with logql and cloudwatch-filter, else 1000':
    'Máximo de linhas a devolver: 5000 com logql e cloudwatch-filter, senão 1000',
  'Only metrics of these series, for a system that selects by series':
    'Só métricas destas séries, em um sistema que seleciona por séries',
  'Only metrics with these tags, such as env:prod AND service:api, for a system that selects by tags':
    'Só métricas com estas tags, por exemplo env:prod AND service:api, em um sistema que seleciona por tags',
  'Most values to return for each label': 'Máximo de valores a devolver por rótulo',
  'Most values to return for each tag': 'Máximo de valores a devolver por tag',
  'Queries, named a, b, c and so on in this order': 'Consultas, chamadas a, b, c e assim por diante nesta ordem',
  'Arithmetic over the queries by their names; the queries themselves if absent':
    'Aritmética sobre as consultas pelos nomes; as próprias consultas, quando não definida',
  'Metric math, a search or a metrics query': 'Matemática de métricas, uma busca ou uma consulta de métricas',
  'Monitoring filter that names one metric type': 'Filtro de monitoramento que nomeia um tipo de métrica',
  'Width of an aligned point; stepSec if absent': 'Largura de um ponto alinhado; stepSec, quando não definida',
  'May be left out with promql only, for the present value': 'Só pode faltar com promql, para o valor atual',
  'Search for monitors, where the system has one': 'Busca de monitores, onde o sistema tem uma',
  'Labels or tags, all of which a monitor must have': 'Rótulos ou tags, todos presentes em cada monitor',
  'Identifier of network.listLoadBalancers': 'Identificador de network.listLoadBalancers',
  'Most target groups to return': 'Máximo de grupos de destino a devolver',
  'Only issues first found in it': 'Só issues encontradas pela primeira vez nela',
  'Name of the front end': 'Nome do front-end',
  'Only keys made longer ago than this': 'Só chaves criadas há mais tempo do que isto',
  'Most users or service accounts to look at': 'Máximo de usuários ou contas de serviço a examinar',
  'In the filter language of the system, such as state="ACTIVE" AND severity="HIGH"':
    'Na linguagem de filtro do sistema, por exemplo state="ACTIVE" AND severity="HIGH"',
  'Only findings whose event is in it': 'Só achados cujo evento está nela',
  'Time of the report; now if absent': 'Horário do relatório; agora, quando não definido',
  'Only checks that have it, as key:value where it has a value':
    'Só verificações que a têm, como chave:valor onde há um valor',
  'Type as synthetics.listChecks tells it; spares a call to systems that keep results by type':
    'Tipo como synthetics.listChecks informa; poupa uma chamada em sistemas que guardam resultados por tipo',
  'Name of the check': 'Nome da verificação',
  'Needed when several checks have the name': 'Necessário quando várias verificações têm o nome',
  'Name of the type, such as Incident': 'Nome do tipo, por exemplo Incident',
  'Name of the priority': 'Nome da prioridade',
  'Further fields by id, in the form the tracker takes':
    'Outros campos por id, na forma que o sistema de tickets aceita',
  'Most comments to return, the latest': 'Máximo de comentários a devolver, os mais recentes',
  'Part of the name or of the key': 'Parte do nome ou da chave',
  'With a condition that bounds it, such as project = OPS': 'Com uma condição que a limita, por exemplo project = OPS',
  'Those that the transition requires, in the form the tracker takes':
    'Os que a transição exige, na forma que o sistema de tickets aceita',
  'Window of the traces; the last hour if absent': 'Janela dos traces; a última hora, quando não definida',
  'Only calls from or to this service': 'Só chamadas de ou para este serviço',
  'Most pairs of services to return, the busiest first':
    'Máximo de pares de serviços a devolver, os mais ativos primeiro',
  'Only services of exactly this name': 'Só serviços com exatamente este nome',
  'Only services seen in it, for a system that finds services by their traffic':
    'Só serviços vistos nela, em um sistema que encontra serviços pelo tráfego',
  'Where to look; makes the search faster': 'Onde procurar; torna a busca mais rápida',
  'Most spans to return, the earliest first': 'Máximo de spans a devolver, os primeiros no tempo',
  'Search; * for every span': 'Busca; * para todos os spans',
  'Query; {} for every trace': 'Consulta; {} para todos os traces',
  'Most to return: up to 100 traces with traceql, up to 1000 spans with datadog':
    'Máximo a devolver: até 100 traces com traceql, até 1000 spans com datadog',
  'One query beginning with SELECT, WITH or VALUES, of at most 20000 characters':
    'Uma consulta que começa com SELECT, WITH ou VALUES, de no máximo 20000 caracteres',
  'Regions to read, instead of region; every row then says which it is from':
    'Regiões a ler, no lugar de region; cada linha diz então de qual é',
};
