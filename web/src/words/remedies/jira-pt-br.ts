/** Portuguese for the remedies of the connector jira; `{}` is what differs. */
export const jiraRemedies: Readonly<Record<string, string>> = {
  'Nothing to do unless the Agent should write; in that case grant {} to the account {}.':
    'Nada a fazer, a menos que o Agent deva escrever; nesse caso, conceda {} à conta {}.',
  'Remove the account from the groups and roles that grant these, or create a separate account for the Agent.':
    'Remova a conta dos grupos e papéis que concedem estas, ou crie uma conta separada para o Agent.',
  'Check that JIRA_URL is the intended site.': 'Confira se JIRA_URL é o site desejado.',
  'Jira requires a CAPTCHA after too many failed sign-ins: sign in once in a browser as the account of JIRA_EMAIL and solve it. Find out what signs in with a wrong password. Do not rotate the token.':
    'O Jira exige um CAPTCHA depois de falhas de entrada demais: entre uma vez no navegador com a conta de JIRA_EMAIL e resolva-o. Descubra o que entra com uma senha errada. Não troque o token.',
  'Jira did not check the token at all, usually because of too many failed sign-ins: sign in once in a browser as the account of JIRA_EMAIL. Do not rotate the token.':
    'O Jira nem verificou o token, em geral por causa de falhas de entrada demais: entre uma vez no navegador com a conta de JIRA_EMAIL. Não troque o token.',
  'Jira treated the request as anonymous and does not say why. {}':
    'O Jira tratou o pedido como anônimo e não diz por quê. {}',
  'Jira knows the account but denies it access: give it access to Jira (admin.atlassian.com → Directory → Users). Do not rotate the token.':
    'O Jira conhece a conta, mas lhe nega acesso: dê a ela acesso ao Jira (admin.atlassian.com → Directory → Users). Não troque o token.',
  'Create a token with the scopes read:jira-work and read:jira-user, and write:jira-work if the Agent should write, under {} → Create API token with scopes. Scopes of a token cannot be changed.':
    'Crie um token com os escopos read:jira-work e read:jira-user, e write:jira-work se o Agent deve escrever, em {} → Create API token with scopes. Os escopos de um token não podem ser mudados.',
  'First check what JIRA_API_TOKEN is: for an API token, set JIRA_EMAIL; for an OAuth access token, which begins with eyJ, set JIRA_URL to {}.':
    'Primeiro confira o que é JIRA_API_TOKEN: para um token de API, defina JIRA_EMAIL; para um token de acesso OAuth, que começa com eyJ, defina JIRA_URL como {}.',
  'Create a new token under {}, with the same scopes, and put it into JIRA_API_TOKEN.':
    'Crie um token novo em {}, com os mesmos escopos, e coloque-o em JIRA_API_TOKEN.',
  'The token is sent without the address of an account. First check what JIRA_API_TOKEN is: an API token needs JIRA_EMAIL. An OAuth access token begins with eyJ and is accepted only at {}; then check that it is renewed, because it expires after an hour.':
    'O token é enviado sem o endereço de uma conta. Primeiro confira o que é JIRA_API_TOKEN: um token de API precisa de JIRA_EMAIL. Um token de acesso OAuth começa com eyJ e só é aceito em {}; depois confira se ele é renovado, porque expira em uma hora.',
  'Jira refuses the token and does not say why. First check that the token was created with scopes, because no other is accepted at api.atlassian.com: for one without, set JIRA_URL to the address of the site. Then compare JIRA_EMAIL and the token with {}.':
    'O Jira recusa o token e não diz por quê. Primeiro confira se o token foi criado com escopos, porque nenhum outro é aceito em api.atlassian.com: para um sem escopos, defina JIRA_URL com o endereço do site. Depois compare JIRA_EMAIL e o token com {}.',
  'Jira refuses the token and does not say why. {}': 'O Jira recusa o token e não diz por quê. {}',
  'JIRA_URL returned a web page: set it to https://<site>.atlassian.net, without /jira or /browse.':
    'JIRA_URL devolveu uma página web: defina-a como https://<site>.atlassian.net, sem /jira nem /browse.',
  'Grant Create Issues to the account {}. Reading works without it.':
    'Conceda Create Issues à conta {}. A leitura funciona sem isso.',
  'Grant Add Comments to the account {}. Reading works without it.':
    'Conceda Add Comments à conta {}. A leitura funciona sem isso.',
  'Grant Transition Issues to the account {}. Reading works without it.':
    'Conceda Transition Issues à conta {}. A leitura funciona sem isso.',
  'Jira gives the same answer for a ticket that does not exist and for one the account may not see. First compare the key; if it is right, then grant Browse Projects to the account {}, then check whether a security level of the ticket excludes the account.':
    'O Jira dá a mesma resposta para um ticket que não existe e para um que a conta não pode ver. Primeiro compare a chave; se estiver certa, conceda Browse Projects à conta {} e depois confira se um nível de segurança do ticket exclui a conta.',
  'Jira gives the same answer for a project that does not exist and for one the account may not see. First compare the key with tickets.listProjects; if it is right, then grant Browse Projects to the account {}.':
    'O Jira dá a mesma resposta para um projeto que não existe e para um que a conta não pode ver. Primeiro compare a chave com tickets.listProjects; se estiver certa, conceda Browse Projects à conta {}.',
  'Jira does not say which of two causes applies. First check whether the account has access to Jira (admin.atlassian.com → Directory → Users), then whether the IP allowlist of the site lacks the address that this Agent sends from.':
    'O Jira não diz qual de duas causas vale. Primeiro confira se a conta tem acesso ao Jira (admin.atlassian.com → Directory → Users), depois se falta à lista de IPs permitidos do site o endereço de onde este Agent envia.',
  'The cursor has expired in Jira: leave it out to start again.':
    'O cursor expirou no Jira: deixe-o de fora para começar de novo.',
  'Call tickets.listTransitions again: the ticket has been moved, or the workflow does not allow this transition. If that list is empty, the account lacks Transition issues.':
    'Chame tickets.listTransitions de novo: o ticket foi movido, ou o fluxo não permite esta transição. Se a lista estiver vazia, falta à conta Transition issues.',
  'Somebody else changed the ticket at the same moment, and nothing was written: read it again, then decide.':
    'Outra pessoa mudou o ticket no mesmo momento, e nada foi gravado: leia-o de novo e depois decida.',
  'Jira has removed this part of its interface: update the Agent. The configuration is not the cause.':
    'O Jira removeu esta parte da interface: atualize o Agent. A configuração não é a causa.',
  'The ticket has as many comments or links as Jira allows: continue in another ticket.':
    'O ticket tem tantos comentários ou links quanto o Jira permite: continue em outro ticket.',
  'An administrator of the project must correct its configuration. {}':
    'Um administrador do projeto precisa corrigir a configuração dele. {}',
  'Compare the cloud id in JIRA_URL with the one that https://<site>.atlassian.net/_edge/tenant_info shows: api.atlassian.com has no Jira of this id.':
    'Compare o cloud id em JIRA_URL com o que https://<site>.atlassian.net/_edge/tenant_info mostra: api.atlassian.com não tem um Jira com este id.',
  'Version 3 of the API of Jira Cloud is not at JIRA_URL. First check that JIRA_URL is https://<site>.atlassian.net without a path, then whether it is a self-hosted site: Jira Data Center has only version 2, and needs JIRA_PERSONAL_ACCESS_TOKEN instead of JIRA_API_TOKEN and JIRA_EMAIL.':
    'A versão 3 da API do Jira Cloud não está em JIRA_URL. Primeiro confira se JIRA_URL é https://<site>.atlassian.net sem caminho, depois se é um site próprio: o Jira Data Center só tem a versão 2 e precisa de JIRA_PERSONAL_ACCESS_TOKEN em vez de JIRA_API_TOKEN e JIRA_EMAIL.',
  'Bound the query, for example with project = OPS or with updated >= -30d; an ORDER BY alone is not a condition.':
    'Limite a consulta, por exemplo com project = OPS ou com updated >= -30d; um ORDER BY sozinho não é uma condição.',
  'First check whether the token was created with scopes: if so, set JIRA_URL to {}, the only place that accepts it. If not, then compare JIRA_EMAIL and the token with {}: tokens expire after a year at most.':
    'Primeiro verifique se o token foi criado com escopos: se foi, defina JIRA_URL como {}, o único lugar que o aceita. Se não foi, compare JIRA_EMAIL e o token com {}: os tokens expiram em no máximo um ano.',
  'Jira gave no reason.': 'O Jira não deu um motivo.',
  'Every request from here is refused, with or without a credential: allow the address that this Agent sends from (admin.atlassian.com → Security → IP allowlists). Do not rotate the token.':
    'Todo pedido daqui é recusado, com ou sem credencial: permita o endereço de onde este Agent envia (admin.atlassian.com → Security → IP allowlists). Não troque o token.',
  'First check whether the token was created with scopes: if so, set JIRA_URL to {}. If not, then compare JIRA_EMAIL with the account of the token; if they agree, the token was revoked or has expired: create one under id.atlassian.com → Security → API tokens.':
    'Primeiro verifique se o token foi criado com escopos: se foi, defina JIRA_URL como {}. Se não foi, compare JIRA_EMAIL com a conta do token; se coincidirem, o token foi revogado ou expirou: crie um em id.atlassian.com → Security → API tokens.',
  'JIRA_API_TOKEN does not begin like an OAuth access token, so it is an API token: set JIRA_EMAIL to the address of its account. Do not rotate the token.':
    'JIRA_API_TOKEN não começa como um token de acesso OAuth, então é um token de API: defina JIRA_EMAIL com o endereço da conta dele. Não troque o token.',
  'Set JIRA_URL to {}: an OAuth access token is accepted only there. Do not rotate the token.':
    'Defina JIRA_URL como {}: um token de acesso OAuth só é aceito ali. Não troque o token.',
  'The access token has expired (it is valid for an hour) or was revoked: check why JIRA_API_TOKEN is no longer renewed.':
    'O token de acesso expirou (vale por uma hora) ou foi revogado: verifique por que JIRA_API_TOKEN não é mais renovado.',
  'The account may browse {}, so no permission of the project is missing. First compare the key with tickets.search, because a ticket may have been deleted; then ask an administrator of the project whether a security level of the ticket excludes the account.':
    'A conta pode navegar em {}, então não falta nenhuma permissão do projeto. Primeiro compare a chave com tickets.search, porque um ticket pode ter sido excluído; depois pergunte a um administrador do projeto se um nível de segurança do ticket exclui a conta.',
  'The account may not browse the project {}. First compare the key with tickets.listProjects; if it is right, then grant Browse Projects to the account in the permission scheme of the project (Project settings → Permissions).':
    'A conta não pode navegar no projeto {}. Primeiro compare a chave com tickets.listProjects; se estiver certa, conceda Browse Projects à conta no esquema de permissões do projeto (Project settings → Permissions).',
  'The site answers but refuses this account: give it access to Jira (admin.atlassian.com → Directory → Users). Do not rotate the token.':
    'O site responde, mas recusa esta conta: dê a ela acesso ao Jira (admin.atlassian.com → Directory → Users). Não troque o token.',
  'No Jira answers at JIRA_URL: set JIRA_URL to https://<site>.atlassian.net, a site of Jira Cloud.':
    'Nenhum Jira responde em JIRA_URL: defina JIRA_URL como https://<site>.atlassian.net, um site do Jira Cloud.',
  'Grant Browse Projects to the account {}. Do not rotate the token: it is valid.':
    'Conceda Browse Projects à conta {}. Não troque o token: ele é válido.',
  'Check that {} exist{}, and grant Browse Projects to the account {}. Do not rotate the token: it is valid.':
    'Confira se existem: {}{}; e conceda Browse Projects à conta {}. Não troque o token: ele é válido.',
  'Jira Data Center answers at JIRA_URL, which accepts no API token: create a personal access token there (your profile picture → Profile → Personal Access Tokens), put it into JIRA_PERSONAL_ACCESS_TOKEN, and unset JIRA_API_TOKEN and JIRA_EMAIL. For Jira Cloud, correct JIRA_URL instead.':
    'Em JIRA_URL responde um Jira Data Center, que não aceita token de API: crie ali um token de acesso pessoal (sua foto de perfil → Profile → Personal Access Tokens), coloque-o em JIRA_PERSONAL_ACCESS_TOKEN e remova JIRA_API_TOKEN e JIRA_EMAIL. Para o Jira Cloud, corrija JIRA_URL.',
  'A site of Jira Cloud answers at JIRA_URL, which has no personal access tokens: unset JIRA_PERSONAL_ACCESS_TOKEN, and set JIRA_EMAIL and JIRA_API_TOKEN to an account and its API token (id.atlassian.com → Security → API tokens). For Jira Data Center, correct JIRA_URL instead.':
    'Em JIRA_URL responde um site do Jira Cloud, que não tem tokens de acesso pessoal: remova JIRA_PERSONAL_ACCESS_TOKEN e defina JIRA_EMAIL e JIRA_API_TOKEN com uma conta e o token de API dela (id.atlassian.com → Security → API tokens). Para o Jira Data Center, corrija JIRA_URL.',
  'No Jira answers at JIRA_URL: set it to the base URL of Jira with its context path, such as https://jira.example.com/jira (Administration → System → General configuration → Base URL). Do not replace the token.':
    'Nenhum Jira responde em JIRA_URL: defina-a como a URL base do Jira com o context path, como https://jira.example.com/jira (Administration → System → General configuration → Base URL). Não troque o token.',
  'Jira {} answers at JIRA_URL, and personal access tokens exist since {}: have its administrator upgrade Jira to {} or later. Do not replace the token.':
    'O Jira {} responde em JIRA_URL, e tokens de acesso pessoal existem desde a versão {}: peça ao administrador dele que atualize o Jira para {} ou posterior. Não troque o token.',
  'Have an administrator upgrade Jira to {} or later: what an older one answers was not tried. The token is valid: do not replace it.':
    'Peça a um administrador que atualize o Jira para {} ou posterior: o que um mais antigo responde não foi testado. O token é válido: não o troque.',
  'Sign in as the account, create a token under your profile picture → Profile → Personal Access Tokens, and put it into JIRA_PERSONAL_ACCESS_TOKEN. Then revoke the old one there.':
    'Entre com a conta, crie um token em sua foto de perfil → Profile → Personal Access Tokens e coloque-o em JIRA_PERSONAL_ACCESS_TOKEN. Depois revogue ali o antigo.',
  'JIRA_PERSONAL_ACCESS_TOKEN is for Jira Data Center and {} for Jira Cloud, and only one of the two can be read. For Data Center, unset JIRA_API_TOKEN and JIRA_EMAIL; for Cloud, unset JIRA_PERSONAL_ACCESS_TOKEN. To read both, name two sources in RUNNER_SOURCES_FILE.':
    'JIRA_PERSONAL_ACCESS_TOKEN é do Jira Data Center e {} do Jira Cloud, e só um dos dois pode ser lido. Para o Data Center, remova JIRA_API_TOKEN e JIRA_EMAIL; para o Cloud, remova JIRA_PERSONAL_ACCESS_TOKEN. Para ler os dois, indique duas fontes em RUNNER_SOURCES_FILE.',
  'Jira requires a CAPTCHA of this account, after too many sign-ins with a wrong password, and did not check the token: sign in once in a browser as the account and solve it, or have a Jira administrator choose Reset failed login count (Administration → User management). Do not replace the token.':
    'O Jira exige um CAPTCHA desta conta, depois de entradas demais com uma senha errada, e não verificou o token: entre uma vez no navegador com a conta e resolva-o, ou peça a um administrador do Jira que escolha Reset failed login count (Administration → User management). Não troque o token.',
  'Jira knows the account but denies it access: have a Jira administrator give one of its groups access to Jira (Administration → Applications → Application access). Do not replace the token.':
    'O Jira conhece a conta, mas lhe nega acesso: peça a um administrador do Jira que dê a um dos grupos dela acesso ao Jira (Administration → Applications → Application access). Não troque o token.',
  'A web page came back instead of an answer. First check that JIRA_URL is the base URL of Jira with its context path (Administration → System → General configuration → Base URL). If it is, a proxy in front of Jira asks for a sign-in: have its operator let requests to /rest through without one. Do not replace the token.':
    'Veio uma página web em vez de uma resposta. Primeiro confira se JIRA_URL é a URL base do Jira com o context path (Administration → System → General configuration → Base URL). Se for, um proxy na frente do Jira pede uma entrada: peça ao operador dele que deixe passar sem ela os pedidos a /rest. Não troque o token.',
  'Jira treated the request as anonymous: it does not know the token. Sign in as the account and open your profile picture → Profile → Personal Access Tokens. If the token is listed and has not expired, then check that JIRA_URL is the Jira that it was created in, and that no proxy on the way removes the Authorization header. Otherwise create a token there and put it into JIRA_PERSONAL_ACCESS_TOKEN.':
    'O Jira tratou o pedido como anônimo: não conhece o token. Entre com a conta e abra sua foto de perfil → Profile → Personal Access Tokens. Se o token estiver na lista e não tiver expirado, confira se JIRA_URL é o Jira em que ele foi criado e se nenhum proxy no caminho remove o cabeçalho Authorization. Caso contrário, crie ali um token e coloque-o em JIRA_PERSONAL_ACCESS_TOKEN.',
  'Jira refuses the token: it has expired or was revoked, it is of another Jira, or an administrator has turned off personal access tokens. Sign in as the account and open your profile picture → Profile → Personal Access Tokens. Unless the token is listed there as valid, create one and put it into JIRA_PERSONAL_ACCESS_TOKEN.':
    'O Jira recusa o token: ele expirou ou foi revogado, é de outro Jira, ou um administrador desligou os tokens de acesso pessoal. Entre com a conta e abra sua foto de perfil → Profile → Personal Access Tokens. A menos que o token esteja ali como válido, crie um e coloque-o em JIRA_PERSONAL_ACCESS_TOKEN.',
  'The ticket exists, and the account may not see it: grant Browse Projects to the account in the permission scheme of the project (Project settings → Permissions), then check whether a security level of the ticket excludes the account. Do not replace the token.':
    'O ticket existe, e a conta não pode vê-lo: conceda Browse Projects à conta no esquema de permissões do projeto (Project settings → Permissions) e depois confira se um nível de segurança do ticket exclui a conta. Não troque o token.',
  'Wait as long as it says before you retry. If it stays, have a Jira administrator raise the limit of this account (Administration → System → Rate limiting → Exemptions).':
    'Espere o tempo indicado antes de tentar de novo. Se continuar, peça a um administrador do Jira que aumente o limite desta conta (Administration → System → Rate limiting → Exemptions).',
  'Jira returns no more tickets of one search: narrow the query, for example by a range of created, and begin again without the cursor.':
    'O Jira não devolve mais tickets de uma mesma busca: restrinja a consulta, por exemplo por um intervalo de created, e recomece sem o cursor.',
  'Jira is starting, is being reindexed or is in maintenance, or the load balancer in front of it has no node that is ready: retry later. If it stays, ask the operator of Jira. The token is not the cause: do not replace it.':
    'O Jira está iniciando, sendo reindexado ou em manutenção, ou o balanceador na frente dele não tem um nó pronto: tente mais tarde. Se continuar, pergunte ao operador do Jira. O token não é a causa: não o troque.',
  'Jira does not say which of two causes applies. First have a Jira administrator check that one of the groups of the account has access to Jira (Administration → Applications → Application access), then check whether a proxy in front of Jira refuses the address that this Agent sends from. Do not replace the token.':
    'O Jira não diz qual de duas causas vale. Primeiro peça a um administrador do Jira que confira se um dos grupos da conta tem acesso ao Jira (Administration → Applications → Application access); depois confira se um proxy na frente do Jira recusa o endereço de onde este Agent envia. Não troque o token.',
  'Version 2 of the API of Jira is not at JIRA_URL: set it to the base URL of Jira with its context path, such as https://jira.example.com/jira, without /rest or /browse (Administration → System → General configuration → Base URL). Do not replace the token.':
    'A versão 2 da API do Jira não está em JIRA_URL: defina-a como a URL base do Jira com o context path, como https://jira.example.com/jira, sem /rest nem /browse (Administration → System → General configuration → Base URL). Não troque o token.',
};
