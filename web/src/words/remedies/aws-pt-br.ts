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
};
