/** Portuguese for the remedies of the connector gcp; `{}` is what differs. */
export const gcpRemedies: Readonly<Record<string, string>> = {
  'Leave it out: {}.': 'Deixe-o de fora: {}.',
  "Set GCP_SERVICE_ACCOUNT_KEY, or RUNNER_GCP_CRED_MODE=chain to use the workload's bound service account.":
    'Defina GCP_SERVICE_ACCOUNT_KEY, ou RUNNER_GCP_CRED_MODE=chain para usar a conta de serviço vinculada ao ambiente.',
  'Name the region of the repositories, such as europe-west1, or europe, us or asia for those of several regions.':
    'Indique a região dos repositórios, como europe-west1, ou europe, us ou asia para os de várias regiões.',
  'Give an id of compute.listImageRepositories, in the project {}.':
    'Informe um id de compute.listImageRepositories, no projeto {}.',
  'Report it to Farol: the library asked for {} {}{}, not {}.':
    'Relate ao Farol: a biblioteca pediu {} {}{}, e não {}.',
  'Leave it out: {} has no column {}.': 'Deixe-o de fora: {} não tem a coluna {}.',
  'Set {} to <project>.<dataset>.<table>, as Billing, Billing export, BigQuery export shows it. Without an export no cost is recorded that could be asked for.':
    'Defina {} como <project>.<dataset>.<table>, como Billing, Billing export, BigQuery export mostra. Sem uma exportação, nenhum custo que se possa consultar é registrado.',
  'Name the table of the standard or detailed usage cost export: this one lacks {}.':
    'Indique a tabela da exportação de custo de uso padrão ou detalhada: falta {} a esta.',
  'Set {} to use cost.getCostAndUsage.': 'Defina {} para usar cost.getCostAndUsage.',
  'Name a table that is partitioned by time in {}, such as the one the vendor writes.':
    'Indique uma tabela particionada por tempo em {}, como a que o fornecedor grava.',
  'Look under Billing, Billing export, whether the export is still enabled and writes to this dataset.':
    'Verifique em Billing, Billing export, se a exportação continua habilitada e grava neste conjunto de dados.',
  'Ask for {}: the billing export has no {}.': 'Peça {}: a exportação de faturamento não tem {}.',
  'Give a window.': 'Informe uma janela.',
  'Leave the cursor out to begin again: this Agent did not run that query, or was restarted since. Beginning again is billed again.':
    'Deixe o cursor de fora para começar de novo: este Agent não executou essa consulta, ou foi reiniciado depois. Começar de novo é cobrado de novo.',
  'Name a region that the vendor has, such as us-central1; the price list has no product in this one.':
    'Indique uma região que o fornecedor tem, como us-central1; a lista de preços não tem produto nesta.',
  'Report it to Farol: the price list has more pages than are read.':
    'Relate ao Farol: a lista de preços tem mais páginas do que as lidas.',
  'Report it to Farol: the query is taken for {}.': 'Relate ao Farol: a consulta é tomada por {}.',
  'Ask for a narrower window: the query reads every partition that the window touches. Nothing was billed.':
    'Peça uma janela mais estreita: a consulta lê cada partição que a janela toca. Nada foi cobrado.',
  'Ask for a narrower window: the query was still running when its time was up. It ends by itself and is billed within the cap.':
    'Peça uma janela mais estreita: a consulta ainda estava em execução quando o prazo acabou. Ela termina sozinha e é cobrada dentro do limite.',
  'Give the name too, or leave the type out: this provider selects a type only within one name.':
    'Informe também o nome, ou deixe o tipo de fora: este provedor seleciona um tipo só dentro de um nome.',
  'Give the name of a {} as a list of them tells it.': 'Informe o nome de um {} como uma lista deles o mostra.',
  'Check that GCP_PROJECT is the id of the project that is meant, and grant the roles of the table to {} on it: it holds none there.':
    'Confira se GCP_PROJECT é o id do projeto desejado e conceda a {} os papéis da tabela nele: ele não tem nenhum lá.',
  'Take the roles away that grant these, or give this Agent a service account with the custom role only.':
    'Retire os papéis que concedem estas, ou dê a este Agent uma conta de serviço só com o papel personalizado.',
  'Name the region or zone: clusters of this name are in {}.':
    'Indique a região ou zona: há clusters com este nome em {}.',
  'Leave it out: this provider selects metrics by prefix only.':
    'Deixe-o de fora: este provedor seleciona métricas só por prefixo.',
  'Leave it out, or end it now: this provider tells only which metrics had data in the last 25 hours.':
    'Deixe-o de fora, ou termine-o agora: este provedor informa só quais métricas tiveram dados nas últimas 25 horas.',
  'Leave it out: alerting policies have no regions.': 'Deixe-o de fora: políticas de alerta não têm regiões.',
  'Ask for numbers: this metric holds texts; align it with ALIGN_COUNT or the like.':
    'Peça números: esta métrica contém textos; alinhe-a com ALIGN_COUNT ou semelhante.',
  'Ask for another kind: this provider has no recommendations for {}.':
    'Peça outro tipo: este provedor não tem recomendações para {}.',
  'Set the clock of this machine: the signed statement carries its time. Do not create a new key.':
    'Acerte o relógio desta máquina: a declaração assinada leva o horário dela. Não crie uma chave nova.',
  'The service account of this key was deleted. Restore it within 30 days, or create another with the same roles. {}':
    'A conta de serviço desta chave foi excluída. Restaure-a em até 30 dias, ou crie outra com os mesmos papéis. {}',
  'The signature is not of a key that the account still has: the key was deleted, disabled or has expired. {}':
    'A assinatura não é de uma chave que a conta ainda tenha: a chave foi excluída, desabilitada ou expirou. {}',
  'The service account is disabled: enable it under IAM & Admin, Service Accounts. Do not create a new key.':
    'A conta de serviço está desabilitada: habilite-a em IAM & Admin, Service Accounts. Não crie uma chave nova.',
  'The machine limits its tokens to fewer scopes: stop it, set its access scopes to “Allow full access to all Cloud APIs”, start it. The roles of the service account decide then. Do not change roles.':
    'A máquina limita os tokens dela a menos escopos: pare-a, defina os escopos de acesso como “Allow full access to all Cloud APIs” e inicie-a. Então os papéis da conta de serviço decidem. Não mude papéis.',
  'The service account was disabled or deleted: enable it under IAM & Admin, Service Accounts.':
    'A conta de serviço foi desabilitada ou excluída: habilite-a em IAM & Admin, Service Accounts.',
  'Ask again: another token is obtained. If it stays, set the clock of this machine.':
    'Tente de novo: outro token será obtido. Se continuar, acerte o relógio desta máquina.',
  'Ask again: another token is obtained. If it stays, look under IAM & Admin, Service Accounts whether the account is enabled and, with a key, whether the key is still there.':
    'Tente de novo: outro token será obtido. Se continuar, verifique em IAM & Admin, Service Accounts se a conta está habilitada e, com uma chave, se a chave ainda existe.',
  'Compare project, dataset and table of GCP_BILLING_EXPORT_TABLE with what BigQuery shows; the dataset may have been made again in another location.':
    'Compare projeto, conjunto de dados e tabela de GCP_BILLING_EXPORT_TABLE com o que o BigQuery mostra; o conjunto pode ter sido recriado em outro local.',
  'Activate Security Command Center for the project or its organization under Security. No role is missing.':
    'Ative o Security Command Center para o projeto ou a organização dele em Security. Não falta nenhum papel.',
  'List first, and ask with a name from the list; check its region or zone.':
    'Liste primeiro e pergunte com um nome da lista; confira a região ou zona.',
  'Leave the cursor out to begin again: the place it names has expired.':
    'Deixe o cursor de fora para começar de novo: a posição que ele indica expirou.',
  'Mend what was asked: {}': 'Corrija o que foi pedido: {}',
  'Ask again: it changed while it was read.': 'Tente de novo: mudou enquanto era lido.',
  'Enable {} under APIs & Services, Library, in {} (with a key: in the project of the service account too). No role is missing.':
    'Habilite {} em APIs & Services, Library, em {} (com uma chave: também no projeto da conta de serviço). Não falta nenhum papel.',
  'Link the project to an open billing account under Billing. No role is missing.':
    'Vincule o projeto a uma conta de faturamento aberta em Billing. Não falta nenhum papel.',
  'Something on the way adds x-goog-user-project, which Farol never sends: remove that header from the proxy at GCP_URL or before it. Do not grant the permission.':
    'Algo no caminho acrescenta x-goog-user-project, que o Farol nunca envia: remova esse cabeçalho do proxy em GCP_URL ou antes dele. Não conceda a permissão.',
  'Let the service account in from where this Agent runs with an ingress rule of the perimeter, or run the Agent inside it. No role is missing.':
    'Permita a conta de serviço a partir de onde este Agent roda com uma regra de entrada do perímetro, ou execute o Agent dentro dele. Não falta nenhum papel.',
  'Compare GCP_PROJECT with the id (not the name) under IAM & Admin, Settings; the project may be shut down.':
    'Compare GCP_PROJECT com o id (não o nome) em IAM & Admin, Settings; o projeto pode ter sido encerrado.',
  'Wait as long as it says before asking again; some reads are allowed 60 times a minute in a project.':
    'Espere o tempo que ele indica antes de perguntar de novo; algumas leituras são permitidas 60 vezes por minuto em um projeto.',
  'Wait for the quota to renew, or raise it under IAM & Admin, Quotas; a custom quota may bound the bytes queried in a day.':
    'Espere a cota se renovar, ou aumente-a em IAM & Admin, Quotas; uma cota personalizada pode limitar os bytes consultados em um dia.',
  'Report the path to Farol: the vendor left out what it documents as always there.':
    'Relate o caminho ao Farol: o fornecedor omitiu o que documenta como sempre presente.',
  'Google does not accept the signed statement and names no key as the cause: check the clock of this machine, then under IAM & Admin, Service Accounts whether the account is enabled and the key is still listed. Do not create a new key before that.':
    'O Google não aceita a declaração assinada e não aponta uma chave como causa: confira o relógio desta máquina e depois, em IAM & Admin, Service Accounts, se a conta está habilitada e a chave ainda está listada. Não crie uma chave nova antes disso.',
  'Grant roles/billing.viewer to {} on {}, under {}.': 'Conceda roles/billing.viewer a {} em {}, em {}.',
  '{} On a project the role has no effect.': '{} Em um projeto, o papel não tem efeito.',
  '{} was granted on the project {}, the wrong level: it shows no billing account there. {} Take it away from the project.':
    '{} foi concedido no projeto {}, o nível errado: ali ele não mostra nenhuma conta de faturamento. {} Retire-o do projeto.',
  'Ask with a name of k8s.listClusters.': 'Pergunte com um nome de k8s.listClusters.',
  'Leave region and zone out: recommendations of this kind are stored in one place.':
    'Deixe region e zone de fora: as recomendações deste tipo são guardadas em um só lugar.',
  'Name a region, or neither region nor zone for what is in no region.':
    'Indique uma região, ou nem região nem zona para o que não está em nenhuma região.',
  'Name a zone, or a region for what is spread over its zones.':
    'Indique uma zona, ou uma região para o que se distribui pelas zonas dela.',
  'Name one region, and no zone: recommendations of this kind are stored by region.':
    'Indique uma região e nenhuma zona: as recomendações deste tipo são guardadas por região.',
  'Name one zone, and no region: recommendations of this kind are stored by zone.':
    'Indique uma zona e nenhuma região: as recomendações deste tipo são guardadas por zona.',
  'Create a key under IAM & Admin, Service Accounts, the account, Keys, and put its file where GCP_SERVICE_ACCOUNT_KEY comes from.':
    'Crie uma chave em IAM & Admin, Service Accounts, a conta, Keys, e coloque o arquivo dela no lugar de onde vem GCP_SERVICE_ACCOUNT_KEY.',
  'GCE_METADATA_HOST must name a metadata server on the own link of this machine.':
    'GCE_METADATA_HOST precisa indicar um servidor de metadados no enlace próprio desta máquina.',
  'GOOGLE_APPLICATION_CREDENTIALS is set, and chain takes no key and no federation file: unset it for this Agent to use the bound service account, or set {}=static with the key.':
    'GOOGLE_APPLICATION_CREDENTIALS está definida, e chain não aceita chave nem arquivo de federação: remova-a para este Agent usar a service account vinculada, ou defina {}=static com a chave.',
  'No metadata server answers: {}=chain works only on Google Cloud. Elsewhere use static with a key.':
    'Nenhum servidor de metadados responde: {}=chain só funciona no Google Cloud. Em outros lugares, use static com uma chave.',
  'No service account is bound to this workload: attach one to the machine, or bind the Kubernetes service account to one.':
    'Nenhuma service account está vinculada a esta carga: associe uma à máquina, ou vincule a service account do Kubernetes a uma.',
  'The metadata server answered {}: check that the Kubernetes service account may act as the bound one (roles/iam.workloadIdentityUser).':
    'O servidor de metadados respondeu {}: confira se a service account do Kubernetes pode agir como a vinculada (roles/iam.workloadIdentityUser).',
  'The private_key in {} is not a PEM key: give the file as it was downloaded.':
    'A private_key em {} não é uma chave PEM: informe o arquivo como foi baixado.',
  '{} is a federation file, not a key: set {}=chain where the workload has a bound service account.':
    '{} é um arquivo de federação, não uma chave: defina {}=chain onde a carga tem uma service account vinculada.',
  '{} is not JSON: give the whole key file, or its path in {}_FILE.':
    '{} não é JSON: informe o arquivo da chave inteiro, ou o caminho dele em {}_FILE.',
  '{} is the sign-in of a person: create a service account, and a key of it.':
    '{} é o login de uma pessoa: crie uma service account, e uma chave dela.',
  '{} lacks type, client_email, private_key or private_key_id: give the file as it was downloaded.':
    'Em {} falta type, client_email, private_key ou private_key_id: informe o arquivo como foi baixado.',
  'The server returned a web page: a sign-in page or a proxy on the way. Let the Agent reach *.googleapis.com through the proxy in HTTPS_PROXY; if GCP_URL is set, it must pass calls on to Google.':
    'O servidor devolveu uma página web: uma página de login ou um proxy no caminho. Permita que o Agent alcance *.googleapis.com pelo proxy em HTTPS_PROXY; se GCP_URL estiver definida, ela precisa repassar as chamadas ao Google.',
  'Do not create a new key: the credential is valid.': 'Não crie uma chave nova: a credencial é válida.',
  'Grant {} to the service account on the billing account, under Billing, Account management. {}':
    'Conceda {} à service account na conta de faturamento, em Billing, Account management. {}',
  'Grant {} to the service account on {}{}, under IAM & Admin, IAM, or add {} to its custom role. {}':
    'Conceda {} à service account em {}{}, em IAM & Admin, IAM, ou acrescente {} ao papel personalizado dela. {}',
  'Look under IAM & Admin, IAM, in {} which role of the table the service account lacks. {}':
    'Veja em IAM & Admin, IAM, em {} qual papel da tabela falta à service account. {}',
  'Nothing to do: another token is taken. The one before was revoked or had ended early.':
    'Nada a fazer: outro token é obtido. O anterior foi revogado ou terminou antes da hora.',
  '{} is held on {}, and the call is refused all the same: look for a deny policy, a condition on the role, or a VPC Service Controls perimeter. Do not grant more roles.':
    '{} está concedido em {}, e a chamada é recusada mesmo assim: procure uma política de negação, uma condição no papel ou um perímetro do VPC Service Controls. Não conceda mais papéis.',
  'Missing in all: {}.': 'Faltam ao todo: {}.',
};
