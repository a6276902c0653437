/** Portuguese for the remedies of the connector argocd; `{}` is what differs. */
export const argocdRemedies: Readonly<Record<string, string>> = {
  'In policy.csv of the ConfigMap argocd-rbac-cm leave the account only its one line, and check policy.default too: it applies to every account.':
    'No policy.csv do ConfigMap argocd-rbac-cm, deixe para a conta só a linha dela, e confira também policy.default: ela vale para todas as contas.',
  'Use a token of a local account with capability apiKey instead. {}':
    'Use um token de uma conta local com a capacidade apiKey. {}',
  'Replace the token before that. {}': 'Substitua o token antes disso. {}',
  'Give the account {} for {} in policy.csv of the ConfigMap argocd-rbac-cm, and remove a line there that ends with deny, or set ARGOCD_PROJECTS to the projects that it should see.':
    'Dê à conta {} para {} no policy.csv do ConfigMap argocd-rbac-cm e remova uma linha de lá que termine em deny, ou defina ARGOCD_PROJECTS com os projetos que ela deve ver.',
  'The token has expired: {}.': 'O token expirou: {}.',
  'Check whether a proxy in front of ARGOCD_URL requires its own sign-in, and let the paths below /api pass.':
    'Verifique se um proxy na frente de ARGOCD_URL exige uma entrada própria e deixe passar os caminhos abaixo de /api.',
  'Argo CD gives the same answer for an application that does not exist and for one that the account may not get. Ask again with its project to distinguish them; {} is granted in policy.csv of the ConfigMap argocd-rbac-cm.':
    'O Argo CD dá a mesma resposta para uma aplicação que não existe e para uma que a conta não pode ver. Pergunte de novo com o projeto dela para distinguir; {} é concedido no policy.csv do ConfigMap argocd-rbac-cm.',
  'Check whether a proxy in front of ARGOCD_URL refuses the Agent. Do not rotate the token unless its check says so.':
    'Verifique se um proxy na frente de ARGOCD_URL recusa o Agent. Não troque o token, a menos que a verificação dele indique isso.',
  'The account may get the applications of this project, but none of them has this name. gitops.listApplications lists them.':
    'A conta pode ver as aplicações deste projeto, mas nenhuma tem esse nome. gitops.listApplications as lista.',
  'Set ARGOCD_URL to the address of the API server, with its path if it is served below one (--rootpath), and without /api.':
    'Defina ARGOCD_URL com o endereço do servidor de API, com o caminho se ele for servido abaixo de um (--rootpath) e sem /api.',
  'The server returned a web page: a sign-in page in front of Argo CD, or its own at a wrong path. Set ARGOCD_URL to the API server, with its path if it is served below one (--rootpath).':
    'O servidor devolveu uma página web: uma página de entrada na frente do Argo CD, ou a dele em um caminho errado. Defina ARGOCD_URL com o servidor de API, com o caminho se ele for servido abaixo de um (--rootpath).',
  'Argo CD does not understand the selector: write it as for kubectl, such as team=payments,tier!=batch.':
    'O Argo CD não entende o seletor: escreva-o como para kubectl, por exemplo team=payments,tier!=batch.',
  'Argo CD does not accept the request: check the given name, namespace and project.':
    'O Argo CD não aceita o pedido: confira o nome, o namespace e o projeto informados.',
  'Argo CD saw no token: check that ARGOCD_AUTH_TOKEN holds all three parts of it, and that nothing in front of ARGOCD_URL removes the Authorization header. Do not create another token before that.':
    'O Argo CD não viu nenhum token: confira se ARGOCD_AUTH_TOKEN contém as três partes dele e se nada na frente de ARGOCD_URL remove o cabeçalho Authorization. Não crie outro token antes disso.',
  'The token was deleted: {}.': 'O token foi excluído: {}.',
  'The account of the token may not use one now: enable it in the ConfigMap argocd-cm, where accounts.farol must include apiKey and accounts.farol.enabled must not be false. The token works again then: do not create another.':
    'A conta do token não pode usar um agora: habilite-a no ConfigMap argocd-cm, onde accounts.farol precisa incluir apiKey e accounts.farol.enabled não pode ser false. Depois o token volta a funcionar: não crie outro.',
  'The token belongs to another server, or the key it was signed with was replaced. First check that ARGOCD_URL is the server that issued it; only if it is, {}.':
    'O token é de outro servidor, ou a chave que o assinou foi substituída. Primeiro confira se ARGOCD_URL é o servidor que o emitiu; só se for, {}.',
  'Argo CD accepts the token, but its account cannot see all applications, or none at all: bind it to a role with `{}, */*, allow` in policy.csv of the ConfigMap argocd-rbac-cm. If it should see only some projects, name them in ARGOCD_PROJECTS. Do not rotate the token.':
    'O Argo CD aceita o token, mas a conta dele não vê todas as aplicações, ou não vê nenhuma: associe-a a um papel com `{}, */*, allow` em policy.csv do ConfigMap argocd-rbac-cm. Se ela só deve ver alguns projetos, indique-os em ARGOCD_PROJECTS. Não troque o token.',
  'Argo CD does not accept the token: it was deleted, it has expired, its account is disabled, or it belongs to another server. {}':
    'O Argo CD não aceita o token: ele foi excluído, expirou, a conta dele está desabilitada ou ele é de outro servidor. {}',
  'Create one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN.':
    'Crie um com `argocd account generate-token --account farol` e coloque-o em ARGOCD_AUTH_TOKEN.',
  'Argo CD accepts the token, but something between the Agent and ARGOCD_URL refused the request: check the ingress or proxy there, and let the paths below /api pass. Do not rotate the token.':
    'O Argo CD aceita o token, mas algo entre o Agent e ARGOCD_URL recusou o pedido: verifique o ingress ou o proxy ali, e deixe passar os caminhos abaixo de /api. Não troque o token.',
  'Argo CD does not accept the token: it was deleted, it has expired, or its account is disabled. Create another one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN.':
    'O Argo CD não aceita o token: ele foi excluído, expirou ou a conta dele está desabilitada. Crie outro com `argocd account generate-token --account farol` e coloque-o em ARGOCD_AUTH_TOKEN.',
  'Give the account of the token {} for {}/* in policy.csv of the ConfigMap argocd-rbac-cm, or leave appNamespace out if Argo CD does not serve that namespace. Do not rotate the token: it is valid.':
    'Dê à conta do token {} para {}/* em policy.csv do ConfigMap argocd-rbac-cm, ou deixe appNamespace de fora se o Argo CD não atende esse namespace. Não troque o token: ele é válido.',
};
