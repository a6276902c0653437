/** Portuguese for the remedies of the connector aws; `{}` is what differs. */
export const awsRemedies: Readonly<Record<string, string>> = {
  'Ask for less: a narrower time, fewer columns or fewer joins.':
    'Peça menos: um período menor, menos colunas ou menos junções.',
  'Ask for less at once: sort, group and join fewer rows and columns.':
    'Peça menos de cada vez: ordene, agrupe e junte menos linhas e colunas.',
  'The query was canceled in Athena. Run it again if you still need it.':
    'A consulta foi cancelada no Athena. Execute-a de novo se ainda precisar dela.',
  'Correct the statement: {}': 'Corrija a instrução: {}',
  '{} Athena failed: {}': '{} O Athena falhou: {}',
  "Set {}, or RUNNER_AWS_CRED_MODE=chain to use the workload's own role.":
    'Defina {}, ou RUNNER_AWS_CRED_MODE=chain para usar o papel do próprio ambiente.',
  'Report the path to Farol: AWS left out what it documents as always there.':
    'Relate o caminho ao Farol: a AWS omitiu o que documenta como sempre presente.',
  'Set AWS_ATHENA_OUTPUT to an S3 location for results, or AWS_ATHENA_WORKGROUP to a workgroup that has one.':
    'Defina AWS_ATHENA_OUTPUT com um local do S3 para os resultados, ou AWS_ATHENA_WORKGROUP com um workgroup que tenha um.',
  "Grant {} on the bucket that results are written to (AWS_ATHENA_OUTPUT, or the workgroup's own), and check that it exists in this region. The read-only policy leaves it out on purpose. Do not rotate the credential.":
    'Conceda {} no bucket em que os resultados são gravados (AWS_ATHENA_OUTPUT, ou o do workgroup), e confira se ele existe nesta região. A política só de leitura o omite de propósito. Não troque a credencial.',
  'Name a workgroup of this account and region, or correct AWS_ATHENA_WORKGROUP.':
    'Indique um workgroup desta conta e região, ou corrija AWS_ATHENA_WORKGROUP.',
  'The event data store is encrypted with a key of yours: let the identity use kms:Decrypt and kms:GenerateDataKey in the policy of that key. Do not rotate the credential.':
    'O event data store está cifrado com uma chave sua: permita à identidade kms:Decrypt e kms:GenerateDataKey na política dessa chave. Não troque a credencial.',
  'CloudTrail Lake runs at most ten queries of an account at once: wait until one has finished.':
    'O CloudTrail Lake executa no máximo dez consultas de uma conta ao mesmo tempo: espere uma terminar.',
  'Name a store that is in use: this one is pending deletion (see audit.listEventDataStores).':
    'Indique um store em uso: este está com exclusão pendente (veja audit.listEventDataStores).',
  'Ask in the management account, or let it set CloudTrail up as a trusted service: this account may not read what belongs to the organization. No permission of this identity is missing.':
    'Pergunte na conta de gerenciamento, ou deixe que ela habilite o CloudTrail como serviço confiável: esta conta não pode ler o que é da organização. Não falta nenhuma permissão a esta identidade.',
  'After FROM, name the id of a store in this region, as audit.listEventDataStores returns it.':
    'Depois de FROM, indique o id de um store desta região, como audit.listEventDataStores o devolve.',
  'Set AWS_REGIONS.': 'Defina AWS_REGIONS.',
  'Name one of the configured regions: {}. The operator adds others to AWS_REGIONS.':
    'Indique uma das regiões configuradas: {}. O operador acrescenta outras em AWS_REGIONS.',
  'Report the path to Farol: AWS returned a list under a name that its own library does not know.':
    'Relate o caminho ao Farol: a AWS devolveu uma lista com um nome que a própria biblioteca não conhece.',
  'Report it: AWS answered in a shape that its own library cannot read.':
    'Relate o problema: a AWS respondeu em um formato que a própria biblioteca não lê.',
  'The clock of this machine is more than five minutes off: turn on time synchronization. The credential is valid; do not rotate it.':
    'O relógio desta máquina está mais de cinco minutos errado: ative a sincronização de horário. A credencial é válida; não a troque.',
  'AWS does not know this access key: it was deleted or deactivated, belongs to another partition, or AWS_SESSION_TOKEN is missing beside a key that begins with ASIA. If only one region says so, that region is not opted in.':
    'A AWS não conhece esta chave de acesso: foi excluída ou desativada, é de outra partição, ou falta AWS_SESSION_TOKEN junto de uma chave que começa com ASIA. Se só uma região diz isso, ela não foi ativada na conta.',
  'AWS could not validate the key in this region: opt the region in, or remove it from AWS_REGIONS.':
    'A AWS não conseguiu validar a chave nesta região: ative a região na conta, ou remova-a de AWS_REGIONS.',
  'The server that answered is not this AWS service: check AWS_URL, or unset it.':
    'O servidor que respondeu não é este serviço da AWS: confira AWS_URL, ou remova-a.',
  'This account belongs to no organization, so there are no accounts to list. No action is needed.':
    'Esta conta não é de nenhuma organização, então não há contas para listar. Nada a fazer.',
  'Open Cost Explorer once in the management account, and let member accounts use it there; data appears within 24 hours. No permission is missing.':
    'Abra o Cost Explorer uma vez na conta de gerenciamento e permita ali que as contas-membro o usem; os dados aparecem em até 24 horas. Não falta nenhuma permissão.',
  'Opt the account in to the service (Compute Optimizer: enrol it). No permission is missing.':
    'Inscreva a conta no serviço (Compute Optimizer: faça a adesão). Não falta nenhuma permissão.',
  'Sign this account up for QuickSight (Enterprise edition for this read). No permission is missing.':
    'Inscreva esta conta no QuickSight (edição Enterprise para esta leitura). Não falta nenhuma permissão.',
  'Users and groups live in one region only: put {} first in AWS_REGIONS.':
    'Usuários e grupos ficam em uma só região: coloque {} em primeiro lugar em AWS_REGIONS.',
  'AWS limits the request rate of this account in this region: wait, or request more entries per page.':
    'A AWS limita a taxa de pedidos desta conta nesta região: espere, ou peça mais itens por página.',
  'Check the name and the region: only this account and this region are searched.':
    'Confira o nome e a região: só esta conta e esta região são pesquisadas.',
  'Something other than AWS answered {}: check the proxy or the VPC endpoint in between. Then {}':
    'Algo que não é a AWS respondeu {}: verifique o proxy ou o endpoint de VPC no caminho. Depois {}',
  'CloudTrail ended the query: put eventTime between narrower bounds.':
    'O CloudTrail encerrou a consulta: coloque eventTime entre limites mais estreitos.',
  'The query was canceled in CloudTrail. Run it again if you still need it.':
    'A consulta foi cancelada no CloudTrail. Execute-a de novo se ainda precisar dela.',
  'Correct the statement. CloudTrail says: {}': 'Corrija a instrução. O CloudTrail diz: {}',
  'Report the path to Farol: CloudTrail returned events in an unknown shape.':
    'Relate o caminho ao Farol: o CloudTrail devolveu eventos em um formato desconhecido.',
  'Send the request again without the cursor. The Agent reads only queries that it started itself since its own start, and this is not one of them.':
    'Envie o pedido de novo sem o cursor. O Agent lê só consultas que ele mesmo iniciou desde que está em execução, e esta não é uma delas.',
  'Omit the cursor to start the list again.': 'Omita o cursor para começar a lista de novo.',
  'Leave the region out, or name {}: the function is there.':
    'Deixe a região de fora, ou indique {}: a função está lá.',
  'Name a zone of one of the configured regions: {}. The operator adds others to AWS_REGIONS.':
    'Indique uma zona de uma das regiões configuradas: {}. O operador acrescenta outras em AWS_REGIONS.',
  '{} runs elsewhere and is only registered with EKS: ask the connector of the system it runs on.':
    '{} roda em outro lugar e só está registrado no EKS: consulte o conector do sistema em que ele roda.',
  'Report the path to Farol: AWS writes a time there in an unknown form.':
    'Relate o caminho ao Farol: a AWS escreve ali um horário em um formato desconhecido.',
  'Report the path to Farol: AWS returned an amount that is not a decimal.':
    'Relate o caminho ao Farol: a AWS devolveu um valor que não é decimal.',
  'Ask by day, or by hour for at most 14 days.': 'Peça por dia, ou por hora em no máximo 14 dias.',
  'Ask for a narrower window or fewer groups, or leave gross and credits out of measures.':
    'Peça uma janela mais estreita ou menos grupos, ou deixe gross e credits fora de measures.',
  'Name a region instead: AWS stores recommendations by region.':
    'Indique uma região: a AWS guarda recomendações por região.',
  'Ask for one of {}: this connector reads no other recommendations.':
    'Peça uma de {}: este conector não lê outras recomendações.',
  'Report it to Farol: AWS proposed storage without saying which.':
    'Relate ao Farol: a AWS propôs armazenamento sem dizer qual.',
  'Ask for one of {}: engines of the kind {} have no other.': 'Peça uma de {}: motores do tipo {} não têm outra.',
  'Ask with a longer stepSec or a narrower window.': 'Peça com um stepSec maior ou uma janela mais estreita.',
  'Name the tag {} once{}.': 'Indique a tag {} uma vez{}.',
  'Add it to the policy.': 'Acrescente-a à política.',
  'Ask for IPv4 and IPv6 addresses in two requests.': 'Peça endereços IPv4 e IPv6 em dois pedidos.',
  'Name IPv6 addresses in one filter only: here they are private and public at once.':
    'Indique endereços IPv6 em um só filtro: aqui eles são privados e públicos ao mesmo tempo.',
  'Leave the cursor out to begin the list again.': 'Deixe o cursor de fora para começar a lista de novo.',
  'Report the path to Farol: AWS returned it in an unknown shape.':
    'Relate o caminho ao Farol: a AWS o devolveu em um formato desconhecido.',
  'This load balancer is in {}: leave region out.': 'Este balanceador está em {}: deixe region de fora.',
  'Remove unmask: fields that a data protection policy masks stay masked.':
    'Remova unmask: campos que uma política de proteção de dados mascara continuam mascarados.',
  'CloudWatch ended the query: narrow the window or name fewer log groups.':
    'O CloudWatch encerrou a consulta: reduza a janela ou indique menos grupos de logs.',
  'The query was canceled in CloudWatch. Run it again if you still need it.':
    'A consulta foi cancelada no CloudWatch. Execute-a de novo se ainda precisar dela.',
  'CloudWatch failed on this query and gave no reason: narrow the query, then check it in the CloudWatch console.':
    'O CloudWatch falhou nesta consulta e não deu motivo: reduza a consulta e depois verifique-a no console do CloudWatch.',
  'Narrow the window or name fewer log groups. The query continues in AWS and is billed: do not repeat it at once.':
    'Reduza a janela ou indique menos grupos de logs. A consulta continua na AWS e é cobrada: não a repita logo em seguida.',
  'Set order to oldest_first: lines from before 2024 cannot be read newest first.':
    'Defina order como oldest_first: linhas anteriores a 2024 não podem ser lidas da mais nova para a mais antiga.',
  'Set stepSec to 1, 5, 10, 20, 30 or a multiple of 60, or leave it out.':
    'Defina stepSec como 1, 5, 10, 20, 30 ou um múltiplo de 60, ou deixe-o de fora.',
  'Leave it out: alarms are listed without their tags.': 'Deixe-o de fora: os alarmes são listados sem as tags.',
  'The signature does not fit the request. Either AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID or was truncated when it was copied: set both again. Or something on the way changes what is signed, such as a proxy at AWS_URL that rewrites path or host: let it pass the request unchanged.':
    'A assinatura não corresponde ao pedido. Ou AWS_SECRET_ACCESS_KEY não pertence a AWS_ACCESS_KEY_ID ou foi cortada ao ser copiada: defina as duas de novo. Ou algo no caminho altera o que é assinado, como um proxy em AWS_URL que reescreve o caminho ou o host: faça-o repassar o pedido sem alterações.',
  'Grant {} on {} to the identity that the Agent uses: the read-only policy leaves storage and catalog out on purpose, because it depends on your names. Do not rotate the credential.':
    'Conceda {} em {} à identidade que o Agent usa: a política só de leitura omite o armazenamento e o catálogo de propósito, porque dependem dos seus nomes. Não troque a credencial.',
  'Select by partition, name fewer columns, or narrow the time: the workgroup cancels queries that scan more.':
    'Selecione por partição, indique menos colunas ou reduza o período: o workgroup cancela consultas que leem mais.',
  'The same query will fail again.': 'A mesma consulta falhará de novo.',
  'The server at {} is not AWS: check the proxy (HTTPS_PROXY) and the name resolution in between, or set AWS_URL to an address that passes calls on to AWS.':
    'O servidor em {} não é a AWS: verifique o proxy (HTTPS_PROXY) e a resolução de nomes no caminho, ou defina AWS_URL com um endereço que repasse as chamadas à AWS.',
  'The server at {} is not AWS: set AWS_URL to an address that passes calls on to AWS, or unset it to reach AWS itself.':
    'O servidor em {} não é a AWS: defina AWS_URL com um endereço que repasse as chamadas à AWS, ou remova-a para alcançar a própria AWS.',
  'The session has expired. With RUNNER_AWS_CRED_MODE=static, set a key that does not expire or use RUNNER_AWS_CRED_MODE=chain; with chain, check what issues the role credential: web identity, container role or instance role.':
    'A sessão expirou. Com RUNNER_AWS_CRED_MODE=static, defina uma chave que não expire ou use RUNNER_AWS_CRED_MODE=chain; com chain, verifique o que emite a credencial do papel: identidade web, papel do contêiner ou papel da instância.',
  'Report the path to Farol: AWS did not return the account of the credential as twelve digits.':
    'Relate o caminho ao Farol: a AWS não devolveu a conta da credencial como doze dígitos.',
  'Leave the zone out and name the region: a cluster of EKS belongs to a whole region.':
    'Deixe zone de fora e indique a região: um cluster do EKS pertence a uma região inteira.',
  'Enrol the account in Compute Optimizer again: it says that enrolling failed{}. {}':
    'Registre a conta de novo no Compute Optimizer: ele diz que o registro falhou{}. {}',
  'Enrol the account, or the organization, in Compute Optimizer: open its console and opt in. {}':
    'Registre a conta, ou a organização, no Compute Optimizer: abra o console dele e faça a adesão. {}',
  'No permission is missing; the first recommendations come within a day.':
    'Não falta nenhuma permissão; as primeiras recomendações chegam em até um dia.',
  '{} did not answer within {} s: check the status of the service and the network path to it.':
    '{} não respondeu em {} s: verifique o estado do serviço e o caminho de rede até ele.',
  'Omit it: AWS does not return when lines were written to a log group.':
    'Omita-o: a AWS não devolve quando linhas foram gravadas em um grupo de logs.',
  'Ask for ok, alert or no_data: alarms of this source have no other state.':
    'Peça ok, alert ou no_data: os alarmes desta fonte não têm outro estado.',
  'Ask a simpler question: this statement could not be checked within {} s and the memory set aside for it.':
    'Faça uma pergunta mais simples: esta instrução não pôde ser verificada em {} s e na memória reservada para ela.',
  'Ask with one query that begins with SELECT, WITH or VALUES. In place of SHOW or DESCRIBE, read information_schema.':
    'Pergunte com uma única consulta que comece com SELECT, WITH ou VALUES. Em vez de SHOW ou DESCRIBE, leia information_schema.',
  'Ask without MATCH_RECOGNIZE: such a query only reads, but the effort of matching a row pattern cannot be bounded from its text. Compare rows with lag() and lead().':
    'Pergunte sem MATCH_RECOGNIZE: uma consulta assim só lê, mas o esforço de casar um padrão de linhas não pode ser limitado a partir do texto. Compare linhas com lag() e lead().',
  'Ask without RECURSIVE: such a query only reads, but how often it reads its tables again cannot be bounded from its text. Write the levels out as joins.':
    'Pergunte sem RECURSIVE: uma consulta assim só lê, mas quantas vezes ela relê as tabelas não pode ser limitado a partir do texto. Escreva os níveis como joins.',
  'Ask without this construct: it is not one of those that are known to only read.':
    'Pergunte sem esta construção: ela não é uma das que se sabe que só leem.',
  'Ask without this function: it is not one of those that are known to only read.':
    'Pergunte sem esta função: ela não é uma das que se sabe que só leem.',
  'Ask without this table: of the tables about the engine itself, only information_schema and the snapshots, history, files, manifests, partitions and refs of a table are read.':
    'Pergunte sem esta tabela: das tabelas sobre o próprio mecanismo, só são lidas information_schema e snapshots, history, files, manifests, partitions e refs de uma tabela.',
  'Close this quotation mark, comment or bracket.': 'Feche esta aspa, este comentário ou este parêntese.',
  "Correct the statement: Trino's grammar cannot read it from here. {}":
    'Corrija a instrução: a gramática do Trino não consegue lê-la a partir daqui. {}',
  'Do not put a backslash right before a quotation mark: readers disagree on where the text ends. Use chr(92).':
    'Não coloque uma barra invertida logo antes de uma aspa: os leitores divergem sobre onde o texto termina. Use chr(92).',
  'If it is the name of a column or table, write it in double quotes.':
    'Se for o nome de uma coluna ou tabela, escreva-o entre aspas duplas.',
  'Name a table as table, database.table or catalog.database.table, with letters, digits, _ and -; no function or address is called through a table name.':
    'Indique uma tabela como table, database.table ou catalog.database.table, com letras, dígitos, _ e -; nenhuma função ou endereço é chamado por um nome de tabela.',
  'Name an event data store by its 36-character id after FROM or JOIN, and nowhere else; other tables do not exist in CloudTrail Lake.':
    'Indique um event data store pelo id de 36 caracteres depois de FROM ou JOIN, e em nenhum outro lugar; outras tabelas não existem no CloudTrail Lake.',
  'Nest brackets, CASE and prefix operators at most {} deep; name the inner queries in WITH.':
    'Aninhe parênteses, CASE e operadores prefixados até no máximo {} níveis; dê nomes às consultas internas em WITH.',
  'Put the name of a table in place of this placeholder.': 'Coloque o nome de uma tabela no lugar deste marcador.',
  'Remove this character: it cannot be seen, or it can pass for another. In a text literal write it with chr().':
    'Remova este caractere: ele é invisível ou pode se passar por outro. Em um literal de texto, escreva-o com chr().',
  'Remove this sign: it has no meaning in a read query of this dialect.':
    'Remova este sinal: ele não tem significado em uma consulta de leitura deste dialeto.',
  'Send at most {} bytes of SQL; pass long lists as a join with a table.':
    'Envie no máximo {} bytes de SQL; passe listas longas como um join com uma tabela.',
  'Send one statement: it has no words.': 'Envie uma instrução: esta não tem palavras.',
  'Send one statement; a semicolon may only be its last character.':
    'Envie uma única instrução; um ponto e vírgula só pode ser o último caractere dela.',
  'This word belongs to statements that do more than read. {}':
    'Esta palavra pertence a instruções que fazem mais do que ler. {}',
  'Use another type: it is not one of those that are known.': 'Use outro tipo: este não é um dos conhecidos.',
  'Use at most {} words, literals and signs in one statement.':
    'Use no máximo {} palavras, literais e sinais em uma instrução.',
  'Write the value in place of the question mark: parameters are not sent.':
    'Escreva o valor no lugar do ponto de interrogação: parâmetros não são enviados.',
  'Write this comment plainly: comments inside comments and comments that give orders are refused.':
    'Escreva este comentário de forma simples: comentários dentro de comentários e comentários que dão ordens são recusados.',
  "Write this literal as '...' and special characters with chr(); hexadecimal bytes are X'0AFF'.":
    "Escreva este literal como '...' e os caracteres especiais com chr(); bytes hexadecimais são X'0AFF'.",
  'Write this part more plainly: two readings of it disagree.':
    'Escreva esta parte de forma mais simples: duas leituras dela divergem.',
  'A role of its own can be taken with a web identity only (AWS_WEB_IDENTITY_TOKEN_FILE): annotate the service account of the pod, or unset the role and use what the container or instance is given.':
    'Um papel próprio só pode ser assumido com uma identidade web (AWS_WEB_IDENTITY_TOKEN_FILE): anote a service account do pod, ou remova o papel e use o que o contêiner ou a instância recebe.',
  'AWS_WEB_IDENTITY_TOKEN_FILE ({}) cannot be read: mount the service account token there.':
    'AWS_WEB_IDENTITY_TOKEN_FILE ({}) não pode ser lido: monte ali o token da service account.',
  'Give the task or pod a role (task role, pod identity association).':
    'Dê um papel à task ou ao pod (task role, pod identity association).',
  'Neither a web identity nor a container role is set, and the instance gave no role: attach one, or raise the hop limit of its metadata service to 2 for containers.':
    'Nem uma identidade web nem um papel de contêiner está definido, e a instância não deu um papel: associe um, ou aumente o hop limit do serviço de metadados dela para 2 no caso de contêineres.',
  'Add {} to the policy of this identity.': 'Acrescente {} à política desta identidade.',
  'If that is correct, Performance Insights is off: check hasLoadRecords of this server in databases.listInstances, and turn on Performance Insights there.':
    'Se isso estiver certo, o Performance Insights está desligado: confira hasLoadRecords deste servidor em databases.listInstances e ligue o Performance Insights ali.',
  'The credential works in {} but not in {}: opt the account in to {}, or remove it from AWS_REGIONS. Do not rotate the credential.':
    'A credencial funciona em {}, mas não em {}: habilite {} na conta, ou remova-a de AWS_REGIONS. Não troque a credencial.',
  '{} Recommendations for functions need {} beside {}, and the served policy leaves {} out; those for every other kind work without it, so leave it out if you do not need functions.':
    '{} As recomendações para funções precisam de {} além de {}, e a política servida deixa {} de fora; as de todos os outros tipos funcionam sem ela, então deixe-a de fora se você não precisa de funções.',
  '{} The identity is {}.': '{} A identidade é {}.',
  'Line {}, column {}{}: {}': 'Linha {}, coluna {}{}: {}',
  'AWS does not say which policy denied: if the policy contains the statement, check the permissions boundary, the session policy and the service control policies of the organization.':
    'A AWS não diz qual política negou: se a política contém a instrução, verifique o permissions boundary, a política de sessão e as service control policies da organização.',
  'Add the statement {} to the policy; do not rotate the credential. The identity is {}. Run `farol policy print aws` for its text. If you do not want its operations, leave it out: nothing else needs it.{}':
    'Acrescente a instrução {} à política; não troque a credencial. A identidade é {}. Execute `farol policy print aws` para ver o texto. Se você não quiser as operações dela, deixe-a de fora: nada mais precisa dela.{}',
  'Add the BI statement {} to the policy; do not rotate the credential. The identity is {}. Run `farol policy print aws` for its text. If you do not want its operations, leave it out: nothing else needs it.{}':
    'Acrescente a instrução de BI {} à política; não troque a credencial. A identidade é {}. Execute `farol policy print aws` para ver o texto. Se você não quiser as operações dela, deixe-a de fora: nada mais precisa dela.{}',
  'Add {} to the policy of {} (run `farol policy print aws` for the text). Do not rotate the credential.':
    'Acrescente {} à política de {} (execute `farol policy print aws` para ver o texto). Não troque a credencial.',
  'Add {} to the statement {} of the policy of {} (run `farol policy print aws` for the text). Do not rotate the credential.':
    'Acrescente {} à instrução {} da política de {} (execute `farol policy print aws` para ver o texto). Não troque a credencial.',
  '{} The base credential is {}.': '{} A credencial de base é {}.',
  'AWS does not say which policy refused, and says the same of a role that does not exist. Check both accounts. In that of the base credential: the policy of {} must allow sts:AssumeRole on {} (`farol policy print aws-assume-role`). In {}: the role must exist under exactly this path and name, and its trust policy must name {} and {} (`farol policy print aws-trust`). Do not rotate the credential.':
    'A AWS não diz qual política recusou, e diz o mesmo de um papel que não existe. Confira as duas contas. Na da credencial de base: a política de {} precisa permitir sts:AssumeRole em {} (`farol policy print aws-assume-role`). Em {}: o papel precisa existir com exatamente este caminho e nome, e a política de confiança dele precisa indicar {} e {} (`farol policy print aws-trust`). Não troque a credencial.',
  'The trust policy of {} does not let {} assume it: it must name this identity and {} (`farol policy print aws-trust`). The policy of the base credential need not change. Do not rotate the credential.':
    'A política de confiança de {} não deixa {} assumi-lo: ela precisa indicar esta identidade e {} (`farol policy print aws-trust`). A política da credencial de base não precisa mudar. Não troque a credencial.',
  'Allow sts:AssumeRole on {} in the policy of {} (`farol policy print aws-assume-role`). Do not rotate the credential.':
    'Permita sts:AssumeRole em {} na política de {} (`farol policy print aws-assume-role`). Não troque a credencial.',
  'The trust policy of the role does not let {} assume it: change it there. Do not rotate the credential.':
    'A política de confiança do papel não deixa {} assumi-lo: altere-a ali. Não troque a credencial.',
  'AWS does not know the base credential that is to assume the role. With RUNNER_AWS_CRED_MODE=static its access key was deleted or deactivated, belongs to another partition, or lacks AWS_SESSION_TOKEN; with chain, check what gives the workload its role. If it works elsewhere, its account has not opted in to {}, the first of AWS_REGIONS. The role is not the cause: leave it and its trust policy as they are.':
    'A AWS não conhece a credencial de base que deve assumir o papel. Com RUNNER_AWS_CRED_MODE=static, a chave de acesso foi excluída ou desativada, é de outra partição, ou falta AWS_SESSION_TOKEN; com chain, confira o que dá o papel ao ambiente. Se ela funciona em outro lugar, a conta dela não ativou {}, a primeira de AWS_REGIONS. O papel não é a causa: deixe-o, e a política de confiança dele, como estão.',
  'The base credential that is to assume the role has expired. With RUNNER_AWS_CRED_MODE=static, set a key that does not expire or use RUNNER_AWS_CRED_MODE=chain; with chain, check what gives the workload its role. The role is not the cause: leave it and its trust policy as they are.':
    'A credencial de base que deve assumir o papel expirou. Com RUNNER_AWS_CRED_MODE=static, defina uma chave que não expira ou use RUNNER_AWS_CRED_MODE=chain; com chain, confira o que dá o papel ao ambiente. O papel não é a causa: deixe-o, e a política de confiança dele, como estão.',
  'AWS STS is not active in {} for the account of the base credential: activate it there (IAM, Account settings, Security Token Service), or put another region first in AWS_REGIONS. No permission is missing.':
    'O AWS STS não está ativo em {} para a conta da credencial de base: ative-o ali (IAM, Account settings, Security Token Service), ou coloque outra região em primeiro lugar em AWS_REGIONS. Não falta nenhuma permissão.',
  'AWS allows no session of an hour for this role: set its maximum session duration to one hour or more. An hour is also the most where the base credential is a role itself.':
    'A AWS não permite uma sessão de uma hora para este papel: defina a duração máxima de sessão dele como uma hora ou mais. Uma hora também é o máximo quando a própria credencial de base é um papel.',
  'AWS refuses {} as malformed: correct it. Neither the base credential nor the role is the cause.':
    'A AWS recusa {} como malformado: corrija. Nem a credencial de base nem o papel são a causa.',
  'AWS calls the session of the role expired, and a new one too: check the clock of this machine and its time synchronization. Neither the base credential nor the role is the cause.':
    'A AWS diz que a sessão do papel expirou, e uma nova também: confira o relógio desta máquina e a sincronização de horário dele. Nem a credencial de base nem o papel são a causa.',
  'The base credential works, and AWS gave it a session of the role that this region does not accept: opt the account of the role in to the region, or remove the region from AWS_REGIONS. Do not rotate the credential.':
    'A credencial de base funciona, e a AWS lhe deu uma sessão do papel que esta região não aceita: ative a região na conta do papel, ou remova a região de AWS_REGIONS. Não troque a credencial.',
};
