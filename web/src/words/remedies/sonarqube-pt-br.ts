/** Portuguese for the remedies of the connector sonarqube; `{}` is what differs. */
export const sonarqubeRemedies: Readonly<Record<string, string>> = {
  'SonarQube rejects the token: it was revoked, it has expired, or it belongs to another server. {}':
    'O SonarQube rejeita o token: foi revogado, expirou ou é de outro servidor. {}',
  'SonarQube accepts the token but shows no project. {}':
    'O SonarQube aceita o token, mas não mostra nenhum projeto. {}',
  'Remove {} from the user and from its groups under Administration → Security → Global Permissions. {}':
    'Remova {} do usuário e dos grupos dele em Administration → Security → Global Permissions. {}',
  'Check whether a proxy in front of SONARQUBE_URL refuses the Agent. Do not rotate the token unless its check says so.':
    'Verifique se um proxy na frente de SONARQUBE_URL recusa o Agent. Não troque o token, a menos que a verificação dele indique isso.',
  'Set SONARQUBE_ORGANIZATION to the key of the organization, as shown in the address of its page at SonarQube Cloud.':
    'Defina SONARQUBE_ORGANIZATION com a chave da organização, como aparece no endereço da página dela no SonarQube Cloud.',
  'Set SONARQUBE_ORGANIZATION to the key of an organization that the user of the token is a member of, and SONARQUBE_URL to its region.':
    'Defina SONARQUBE_ORGANIZATION com a chave de uma organização da qual o usuário do token é membro, e SONARQUBE_URL com a região dela.',
  'Leave out the metrics that this SonarQube does not have; its own list is under Administration, or at /api/metrics/search.':
    'Deixe de fora as métricas que este SonarQube não tem; a lista dele está em Administration, ou em /api/metrics/search.',
  'Leave the branch or pull request out to read the main branch: this one was not analysed, or was deleted. The Community Build analyses only the main branch.':
    'Deixe o branch ou pull request de fora para ler o branch principal: este não foi analisado ou foi excluído. O Community Build analisa só o branch principal.',
  'Set SONARQUBE_URL to the address of SonarQube, with its path if it has one (sonar.web.context), and without /api.':
    'Defina SONARQUBE_URL com o endereço do SonarQube, com o caminho se tiver um (sonar.web.context) e sem /api.',
  'Use the key of the project as its page shows it under Project Information: this one does not exist, or the token may not see it.':
    'Use a chave do projeto como a página dele a mostra em Project Information: este não existe, ou o token não pode vê-lo.',
  'The server returned a web page: a sign-in page in front of SonarQube, or its own at a wrong path. Set SONARQUBE_URL to its address, with its path if it has one (sonar.web.context).':
    'O servidor devolveu uma página web: uma página de entrada na frente do SonarQube, ou a dele em um caminho errado. Defina SONARQUBE_URL com o endereço dele, com o caminho se tiver um (sonar.web.context).',
  'Narrow the request, for issues by window, severities or types.':
    'Restrinja o pedido; para issues, por janela, severidades ou tipos.',
  'Use a window that begins in the past: SonarQube accepts no other.':
    'Use uma janela que comece no passado: o SonarQube não aceita outra.',
  'SonarQube does not accept the request: check the given project, branch and filters.':
    'O SonarQube não aceita o pedido: confira o projeto, o branch e os filtros informados.',
  'Wait: SonarQube is rebuilding its index of issues, as after an upgrade, and returns none until that is done.':
    'Espere: o SonarQube está refazendo o índice de issues, como depois de uma atualização, e não devolve nenhuma até terminar.',
  'A {} pushes analyses and never has Browse, regardless of the permissions of its user. {}':
    'Um {} envia análises e nunca tem Browse, quaisquer que sejam as permissões do usuário dele. {}',
  'SonarQube does not accept the token and does not say why. First check that SONARQUBE_URL is the server it was created on, and that nothing in front of it removes the Authorization header; then look for the token under My Account → Security. Only if it has expired or is not there: {}':
    'O SonarQube não aceita o token e não diz por quê. Primeiro confira se SONARQUBE_URL é o servidor em que ele foi criado e se nada na frente dele remove o cabeçalho Authorization; depois procure o token em My Account → Security. Só se ele expirou ou não estiver lá: {}',
  'After an installation the group sonar-users has Execute Analysis, and on newer servers (26.9) Create Projects too; every user is in it.':
    'Depois de uma instalação, o grupo sonar-users tem Execute Analysis e, em servidores mais novos (26.9), também Create Projects; todo usuário está nele.',
  'Give its user Browse under Project Settings → Permissions of each project to be read. Do not rotate the token.':
    'Dê ao usuário dele Browse em Project Settings → Permissions de cada projeto que deve ser lido. Não troque o token.',
  'Create a token of type User under My Account → Security, signed in as the user of the Agent, and put it into SONARQUBE_TOKEN.':
    'Crie um token do tipo User em My Account → Security, com o login do usuário do Agent, e coloque-o em SONARQUBE_TOKEN.',
  'SonarQube accepts the token, but something else refused the call: check the proxy in front of SONARQUBE_URL, and let the paths below /api pass. Do not rotate the token.':
    'O SonarQube aceita o token, mas outra coisa recusou a chamada: verifique o proxy na frente de SONARQUBE_URL, e deixe passar os caminhos abaixo de /api. Não troque o token.',
};
