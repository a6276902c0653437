/** Portuguese for the remedies of secrets and of the stores that hold them; `{}` is what differs. */
export const secretRemedies: Readonly<Record<string, string>> = {
  'Check what {} names.': 'Verifique o que {} indica.',
  'Give the value in {}, or a file in {}_FILE.': 'Informe o valor em {}, ou um arquivo em {}_FILE.',
  'Mount the file of {} and let the user of this process read it.':
    'Monte o arquivo de {} e permita que o usuário deste processo o leia.',
  'Put the secret into {}.': 'Coloque o segredo em {}.',
  'Use a longer secret.': 'Use um segredo mais longo.',
  'AWS does not accept the token of this pod: create the identity provider of the cluster in IAM, with the audience sts.amazonaws.com.':
    'A AWS não aceita o token deste pod: crie o provedor de identidade do cluster no IAM, com a audiência sts.amazonaws.com.',
  'AWS does not know the access key that reads secrets: set RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID to one that is active in this partition, with RUNNER_SECRET_STORE_AWS_SESSION_TOKEN where it begins with ASIA.':
    'A AWS não conhece a chave de acesso que lê os segredos: defina RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID com uma que esteja ativa nesta partição, com RUNNER_SECRET_STORE_AWS_SESSION_TOKEN se ela começar com ASIA.',
  'AWS does not return {} in its current state, most likely because it is scheduled for deletion: restore it, or refer to another one.':
    'A AWS não devolve {} no estado atual, muito provavelmente porque a exclusão está agendada: restaure-o, ou indique outro.',
  'AWS rejects {} as the name of a secret: correct the reference.':
    'A AWS rejeita {} como nome de um segredo: corrija a referência.',
  'Add {} to the permissions boundary of {}; its policy alone cannot allow what the boundary leaves out.':
    'Acrescente {} ao permissions boundary de {}; a política sozinha não pode permitir o que o boundary deixa de fora.',
  'Add {} to {} if it is not there {}. AWS does not say which policy denied it: if it is there, look at the permissions boundary and the session policy of {}, the service control policies of the organization, the policy of a VPC endpoint in between, and the policy of the resource itself. Do not rotate the credential.':
    'Acrescente {} a {}, se não estiver lá {}. A AWS não diz qual política negou: se estiver lá, veja o permissions boundary e a política de sessão de {}, as service control policies da organização, a política de um VPC endpoint no caminho e a política do próprio recurso. Não troque a credencial.',
  'Allow {} on {} to the identity that reads secrets: `farol policy print aws-secret-store --region {} --prefix {}` prints the statement. Do not rotate the credential.':
    'Permita {} em {} à identidade que lê os segredos: `farol policy print aws-secret-store --region {} --prefix {}` mostra a instrução. Não troque a credencial.',
  "Ask the administrator of the organization: a {} denies {} to {}, and nothing in the account's own policies can allow it. Do not rotate the credential.":
    'Peça ao administrador da organização: {} nega {} a {}, e nada nas políticas da própria conta pode permitir isso. Não troque a credencial.',
  'RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY does not belong to RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID, or was cut while copying: set both again.':
    'RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY não pertence a RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID, ou foi cortada ao ser copiada: defina as duas de novo.',
  'Remove the statement that denies {} to {} explicitly; an allow elsewhere does not undo it.':
    'Remova a instrução que nega {} a {} explicitamente; uma permissão em outro lugar não a desfaz.',
  'The clock of this machine is more than five minutes off: switch time synchronisation on. The credential is right; do not rotate it.':
    'O relógio desta máquina está mais de cinco minutos errado: ligue a sincronização de horário. A credencial está certa; não a troque.',
  'The key that encrypts {} cannot be used: enable it, and allow kms:Decrypt on it to the identity that reads secrets, in its policy and in the policy of the key.':
    'A chave que criptografa {} não pode ser usada: habilite-a e permita kms:Decrypt nela à identidade que lê os segredos, na política dela e na política da chave.',
  'The policy of the VPC endpoint leaves out {} for {}: change it there.':
    'A política do VPC endpoint deixa {} de fora para {}: altere-a ali.',
  'The policy of the resource itself denies {} to {}: change it at the resource.':
    'A política do próprio recurso nega {} a {}: altere-a no recurso.',
  'The role that reads secrets does not trust this workload: name the service account of the pod and the provider of the cluster in its trust policy. Do not rotate the credential.':
    'O papel que lê os segredos não confia nesta carga: indique a service account do pod e o provedor do cluster na trust policy dele. Não troque a credencial.',
  'The secret {} has no current value: set one.': 'O segredo {} não tem um valor atual: defina um.',
  'The session of the credential that reads secrets has expired: with RUNNER_SECRET_STORE_CRED_MODE=static use a key that does not expire, with chain check the service that issues the role.':
    'A sessão da credencial que lê os segredos expirou: com RUNNER_SECRET_STORE_CRED_MODE=static, use uma chave que não expire; com chain, verifique o serviço que emite o papel.',
  'The session of {} was opened with a policy that leaves out {}: change the policy passed when the role is assumed.':
    'A sessão de {} foi aberta com uma política que deixa {} de fora: altere a política passada quando o papel é assumido.',
  'There is no secret {} in {}: create it there, or correct the reference or RUNNER_SECRET_STORE_AWS_REGION.':
    'Não há o segredo {} em {}: crie-o ali, ou corrija a referência ou RUNNER_SECRET_STORE_AWS_REGION.',
  'The secret {} holds binary data: store it as text (SecretString).':
    'O segredo {} contém dados binários: guarde-o como texto (SecretString).',
  'Enable secretmanager.googleapis.com in project {}. No permission is missing.':
    'Habilite secretmanager.googleapis.com no projeto {}. Não falta nenhuma permissão.',
  'Google does not accept the token that reads secrets: its service account or key was disabled or deleted. Enable it, or use another credential.':
    'O Google não aceita o token que lê os segredos: a service account ou a chave dele foi desabilitada ou excluída. Habilite-a, ou use outra credencial.',
  'Grant roles/secretmanager.secretAccessor to the service account that reads secrets, on the condition resource.name.startsWith("projects/<number of {}>/secrets/{}-"); if it is granted, {} may not exist. Do not rotate the credential.':
    'Conceda roles/secretmanager.secretAccessor à service account que lê os segredos, com a condição resource.name.startsWith("projects/<number of {}>/secrets/{}-"); se já estiver concedido, {} pode não existir. Não troque a credencial.',
  'The latest version of {} is disabled or destroyed: enable it, or add a version.':
    'A versão mais recente de {} está desabilitada ou destruída: habilite-a, ou acrescente uma versão.',
  'There is no secret {} with a version in project {}: create it, or correct the reference or RUNNER_SECRET_STORE_GCP_PROJECT.':
    'Não há o segredo {} com uma versão no projeto {}: crie-o, ou corrija a referência ou RUNNER_SECRET_STORE_GCP_PROJECT.',
  'A proxy or firewall between this Agent and {} answers instead of Google: let the Agent through it. The key is not the cause; do not replace it.':
    'Um proxy ou firewall entre este Agent e {} responde no lugar do Google: libere o Agent nele. A chave não é a causa; não a substitua.',
  'Google issues no token for {}. Check the clock of this machine first, then whether the account is enabled; create another key only if this one is no longer listed.':
    'O Google não emite um token para {}. Primeiro verifique o relógio desta máquina, depois se a conta está habilitada; crie outra chave só se esta não estiver mais na lista.',
  'Bind a Role in the namespace {} to the service account of this Agent: apiGroups [""], resources ["secrets"], resourceNames ["{}"], verbs ["get"]. Do not grant list. Do not replace the token.':
    'Vincule uma Role no namespace {} à service account deste Agent: apiGroups [""], resources ["secrets"], resourceNames ["{}"], verbs ["get"]. Não conceda list. Não substitua o token.',
  'The cluster does not accept the token: with RUNNER_SECRET_STORE_CRED_MODE=static it has expired or belongs to another cluster, so use another one; with chain its service account was deleted, so restart the pod under one that exists.':
    'O cluster não aceita o token: com RUNNER_SECRET_STORE_CRED_MODE=static, ele expirou ou pertence a outro cluster, então use outro; com chain, a service account dele foi excluída, então reinicie o pod com uma que exista.',
  'There is no Secret {} in the namespace {}: create it, or correct the reference.':
    'Não há o Secret {} no namespace {}: crie-o, ou corrija a referência.',
  '{}: RUNNER_SECRET_STORE_CRED_MODE=chain works only in a pod with a service account (automountServiceAccountToken). Elsewhere use static with a token.':
    '{}: RUNNER_SECRET_STORE_CRED_MODE=chain só funciona em um pod com uma service account (automountServiceAccountToken). Em outros lugares, use static com um token.',
  'Correct the reference or the settings of the store (RUNNER_SECRET_STORE_MODE={}, its prefix and its credential), or give {} as value or as file in {}_FILE.':
    'Corrija a referência ou as configurações do repositório (RUNNER_SECRET_STORE_MODE={}, o prefixo e a credencial dele), ou informe {} como valor ou como arquivo em {}_FILE.',
  'The response does not look like the secret store: check RUNNER_SECRET_STORE_URL and any proxy in between; if both are right, report the path to Farol.':
    'A resposta não parece ser do repositório de segredos: verifique RUNNER_SECRET_STORE_URL e qualquer proxy no caminho; se os dois estiverem certos, relate o caminho ao Farol.',
  'The secret store fails with status {}: check its own health. The settings of this Agent are not the cause.':
    'O repositório de segredos falha com o status {}: verifique a saúde dele. As configurações deste Agent não são a causa.',
  'The secret store limits the request rate; the Agent retries by itself. If it persists, find its other clients, or raise its quota.':
    'O repositório de segredos limita a taxa de pedidos; o Agent tenta de novo sozinho. Se persistir, procure os outros clientes dele, ou aumente a cota.',
  'The server there is not the secret store: check RUNNER_SECRET_STORE_URL and any proxy in between.':
    'O servidor ali não é o repositório de segredos: verifique RUNNER_SECRET_STORE_URL e qualquer proxy no caminho.',
  'This network requires a sign-in before it lets anything out: its operator must let this machine through.':
    'Esta rede exige um login antes de deixar algo sair: quem a opera precisa liberar esta máquina.',
  '{} cannot be read from {}://{}.': '{} não pode ser lido de {}://{}.',
  'The secret {} holds binary data: store it as text in UTF-8.':
    'O segredo {} contém dados binários: guarde-o como texto em UTF-8.',
  'The last version of {} was deleted: undelete it, or write another version.':
    'A última versão de {} foi excluída: recupere-a, ou grave outra versão.',
  'The token is valid but may not read {}: add path "{}" { capabilities = ["read"] } to a policy of it. Do not replace the token.':
    'O token é válido, mas não pode ler {}: acrescente path "{}" { capabilities = ["read"] } a uma política dele. Não substitua o token.',
  'There is nothing at {} in the KV engine {} (version {}): put the secret there, or correct the reference, RUNNER_SECRET_STORE_VAULT_MOUNT or RUNNER_SECRET_STORE_VAULT_KV.':
    'Não há nada em {} no mecanismo KV {} (versão {}): coloque o segredo ali, ou corrija a referência, RUNNER_SECRET_STORE_VAULT_MOUNT ou RUNNER_SECRET_STORE_VAULT_KV.',
  'Vault is sealed: its operator must unseal it.': 'O Vault está selado: quem o opera precisa abri-lo (unseal).',
  'Vault does not know RUNNER_SECRET_STORE_TOKEN: it expired, was revoked, or lacks the policy default that lets it look itself up. Use another one; in a file that something renews (RUNNER_SECRET_STORE_TOKEN_FILE) it needs no restart.':
    'O Vault não conhece RUNNER_SECRET_STORE_TOKEN: ele expirou, foi revogado, ou falta a política default, que permite a ele consultar a si mesmo. Use outro; em um arquivo que algo renova (RUNNER_SECRET_STORE_TOKEN_FILE), não é preciso reiniciar.',
  'Vault issues a token for the role {} and then rejects it: check its audit log.':
    'O Vault emite um token para o papel {} e depois o rejeita: verifique o log de auditoria dele.',
  'Vault refuses the sign-in at auth/{} as {}: create that role there, bound to the service account and namespace of this pod, or correct RUNNER_SECRET_STORE_VAULT_ROLE, RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT or RUNNER_SECRET_STORE_VAULT_NAMESPACE.':
    'O Vault recusa o login em auth/{} como {}: crie esse papel ali, vinculado à service account e ao namespace deste pod, ou corrija RUNNER_SECRET_STORE_VAULT_ROLE, RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT ou RUNNER_SECRET_STORE_VAULT_NAMESPACE.',
  'The statement {} of its policy holds the action and need not change.':
    'A instrução {} da política dela contém a ação e não precisa mudar.',
};
