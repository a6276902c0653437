/** Portuguese for the remedies of the connector github; `{}` is what differs. */
export const githubRemedies: Readonly<Record<string, string>> = {
  'Check the branch, tag or commit.': 'Confira o branch, a tag ou o commit.',
  '{} was renamed or moved: ask for it by its present name, which its old page leads to. If every repository answers so, GITHUB_URL leads to a sign-in page.':
    '{} foi renomeado ou movido: use o nome atual, ao qual a página antiga leva. Se todos os repositórios respondem assim, GITHUB_URL leva a uma página de entrada.',
  'GITHUB_TOKEN begins with {}: it is a {}, which opens nothing itself. Put a fine-grained token there.':
    'GITHUB_TOKEN começa com {}: é {}, que por si só não abre nada. Coloque ali um token fine-grained.',
  'Leave it so if no issues are to be opened. Otherwise: {}':
    'Deixe assim se nenhuma issue deve ser aberta. Caso contrário: {}',
  'Shorten it to {} characters: the rest of what an issue holds is needed for the mark of its key.':
    'Reduza-o para {} caracteres: o resto do que cabe em uma issue é necessário para a marca da chave.',
  'The paging links lead away from the configured address, which is never followed. Set GITHUB_URL to the address they carry, or let the proxy rewrite them.':
    'Os links de paginação levam para fora do endereço configurado, o que nunca é seguido. Defina GITHUB_URL com o endereço que eles trazem, ou faça o proxy reescrevê-los.',
  'The account that the token belongs to is suspended. Create the token with another account. {}':
    'A conta do token está suspensa. Crie o token com outra conta. {}',
  'The organization takes no classic tokens. {}': 'A organização não aceita tokens clássicos. {}',
  'The organization takes only tokens that end sooner: edit the token under Settings, Developer settings, and set an expiration its policy allows.':
    'A organização só aceita tokens que terminam antes: edite o token em Settings, Developer settings, e defina uma expiração que a política permita.',
  'Have an owner of the organization allow fine-grained tokens under Settings, Personal access tokens, Settings, and approve this one under Pending requests. Do not use a classic token instead.':
    'Peça a um proprietário da organização que permita tokens fine-grained em Settings, Personal access tokens, Settings, e que aprove este em Pending requests. Não use um token clássico no lugar.',
  'Authorize the token for the organization: Settings, Developer settings, Personal access tokens, Configure SSO. {}':
    'Autorize o token para a organização: Settings, Developer settings, Personal access tokens, Configure SSO. {}',
  'Have an owner of the organization add the address this Agent sends from to Settings, Authentication security, IP allow list. {}':
    'Peça a um proprietário da organização que acrescente o endereço de onde este Agent envia em Settings, Authentication security, IP allow list. {}',
  'Edit the token under Settings, Developer settings, Fine-grained tokens: check that it has {}{}. A new permission waits until an owner of the organization approves it. {}':
    'Edite o token em Settings, Developer settings, Fine-grained tokens: confira se ele tem {}{}. Uma permissão nova espera a aprovação de um proprietário da organização. {}',
  'Give the GitHub App {} under its settings, Permissions & events, and have the installation accept it{}. {}':
    'Dê ao GitHub App {} nas configurações dele, Permissions & events, e faça a instalação aceitar{}. {}',
  'Check that the token has {}{}, and that the organization has approved it. Do not rotate the token before that.':
    'Confira se o token tem {}{}, e se a organização o aprovou. Não troque o token antes disso.',
  'Too many calls at once, or too many issues in short time: wait as long as it says, and ask one after the other. The hourly allowance is not used up.':
    'Chamadas demais ao mesmo tempo, ou issues demais em pouco tempo: espere o tempo que ele indica e peça uma depois da outra. A cota da hora não acabou.',
  'The allowance of this token is used up until the time it says; code search has a small one of its own. Give the Agent a token that nothing else uses, and ask less often.':
    'A cota deste token acabou até o horário que ele indica; a busca de código tem uma pequena, só dela. Dê ao Agent um token que ninguém mais use e pergunte menos vezes.',
  'Wait as long as it says before asking again; ask one after the other.':
    'Espere o tempo que ele indica antes de perguntar de novo; peça uma coisa depois da outra.',
  'The plan of the account that owns the repository does not include this for private repositories. No permission is missing: upgrade the plan, or do without.':
    'O plano da conta dona do repositório não inclui isto para repositórios privados. Não falta nenhuma permissão: mude de plano, ou fique sem.',
  'Enable them in the repository under Settings, Advanced Security, Dependabot alerts. No permission is missing. An archived repository has none.':
    'Habilite-os no repositório em Settings, Advanced Security, Dependabot alerts. Não falta nenhuma permissão. Um repositório arquivado não tem nenhum.',
  'Open the issue in another repository, or take this one out of the archive. No permission is missing.':
    'Abra a issue em outro repositório, ou desarquive este. Não falta nenhuma permissão.',
  'Issues are turned off in this repository: turn them on under Settings, General, Features, or open the issue in another repository. No permission is missing.':
    'As issues estão desligadas neste repositório: ligue-as em Settings, General, Features, ou abra a issue em outro repositório. Não falta nenhuma permissão.',
  'The vendor has blocked this repository, for legal reasons or by its terms. Its owner must ask the vendor.':
    'O fornecedor bloqueou este repositório, por motivos legais ou pelos termos dele. O dono precisa consultar o fornecedor.',
  'Ask for less: one file of the folder, a smaller file, or revisions that lie closer together.':
    'Peça menos: um arquivo da pasta, um arquivo menor ou revisões mais próximas.',
  'The server at GITHUB_URL is older than the interface of 2022-11-28: update the Enterprise Server.':
    'O servidor em GITHUB_URL é mais antigo que a interface de 2022-11-28: atualize o Enterprise Server.',
  'Check its name, and that the token may read it: select the repository for the token.':
    'Confira o nome e se o token pode lê-lo: selecione o repositório para o token.',
  'Narrow the search: a longer text, a folder or a language.':
    'Restrinja a busca: um texto mais longo, uma pasta ou uma linguagem.',
  'The repository is there and can be read. Check the branch, the tag or the commit.':
    'O repositório existe e pode ser lido. Confira o branch, a tag ou o commit.',
  'The repository is there and can be read, and has no commit yet. There is nothing to do.':
    'O repositório existe, pode ser lido e ainda não tem commits. Nada a fazer.',
  'Check the name {} and what is asked of it. A private repository that the token does not reach looks the same: select it for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.{}':
    'Confira o nome {} e o que se pede dele. Um repositório privado que o token não alcança parece igual: selecione-o para o token em Settings, Developer settings, Fine-grained tokens, Repository access, e peça a aprovação da organização.{}',
  'Mend the question: {}': 'Corrija a pergunta: {}',
  'GitHub does not know the token: it belongs to another server than GITHUB_URL, or it was revoked, deleted or has expired. Check the address first, then look for the token in the list. Only if it is not there: {}':
    'O GitHub não conhece o token: ele é de um servidor diferente de GITHUB_URL, ou foi revogado, excluído ou expirou. Confira primeiro o endereço e depois procure o token na lista. Só se ele não estiver lá: {}',
  'No token arrived at GitHub: check what GITHUB_TOKEN holds, and whether a proxy at GITHUB_URL or another one on the way removes the Authorization header. Do not rotate the token.':
    'Nenhum token chegou ao GitHub: confira o que há em GITHUB_TOKEN e se um proxy em GITHUB_URL, ou outro no caminho, remove o cabeçalho Authorization. Não troque o token.',
  'GitHub refused in words that this connector does not know. Check that GITHUB_TOKEN holds a token of the server at GITHUB_URL, and what is in front of it. Do not rotate the token before that.':
    'O GitHub recusou com palavras que este conector não conhece. Confira se GITHUB_TOKEN contém um token do servidor em GITHUB_URL e o que há na frente dele. Não troque o token antes disso.',
  'A token never reaches further than its account. Give the account of the token the role Admin in the repository, and the token Administration: read; or do without branch protection. Do not rotate the token.':
    'Um token nunca alcança mais do que a conta dele. Dê à conta do token o papel Admin no repositório, e ao token Administration: read; ou fique sem a proteção de branches. Não troque o token.',
  'The token has the scopes "{}" and this needs one of "{}". Add one of them to the token under Settings, Developer settings, Tokens (classic). Do not rotate the token: it is valid.':
    'O token tem os escopos "{}" e isto precisa de um de "{}". Acrescente um deles ao token em Settings, Developer settings, Tokens (classic). Não troque o token: ele é válido.',
};
