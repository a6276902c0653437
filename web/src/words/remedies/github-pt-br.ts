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
  'Give the GitHub App {} under its settings, Permissions & events, and have an owner of the organization accept it{}. {}':
    'Dê ao GitHub App {} nas configurações dele, Permissions & events, e peça a um proprietário da organização que aceite{}. {}',
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
  'The GitHub App is installed nowhere. Have an owner of the organization install it: Settings, Developer settings, GitHub Apps, the app, Install App. The private key works: do not replace it.':
    'O GitHub App não está instalado em lugar nenhum. Peça a um proprietário da organização que o instale: Settings, Developer settings, GitHub Apps, o app, Install App. A chave privada funciona: não a substitua.',
  'The GitHub App has several installations: {}{}. Set {} to the one to be read.':
    'O GitHub App tem várias instalações: {}{}. Defina {} com a que deve ser lida.',
  'Give the GitHub App {} under Settings, Developer settings, GitHub Apps, the app, Permissions & events. Then have an owner of the organization accept the new permission: Settings of the organization, GitHub Apps, Configure, Review request. Until then the installation does not have it. The private key works: do not replace it.':
    'Dê ao GitHub App {} em Settings, Developer settings, GitHub Apps, o app, Permissions & events. Depois peça a um proprietário da organização que aceite a nova permissão: Settings da organização, GitHub Apps, Configure, Review request. Até lá a instalação não a tem. A chave privada funciona: não a substitua.',
  'GITHUB_TOKEN and GITHUB_APP_ID are both set, and only one credential can be used. Unset GITHUB_TOKEN to use the GitHub App, or unset GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY to use the token.':
    'GITHUB_TOKEN e GITHUB_APP_ID estão ambos definidos, e só uma credencial pode ser usada. Remova GITHUB_TOKEN para usar o GitHub App, ou remova GITHUB_APP_ID e GITHUB_APP_PRIVATE_KEY para usar o token.',
  'Lower these under Settings, Developer settings, GitHub Apps, the app, Permissions & events. If other programs use them, create an app for this Agent alone.':
    'Reduza-as em Settings, Developer settings, GitHub Apps, o app, Permissions & events. Se outros programas as usam, crie um app só para este Agent.',
  'The clock of this machine is {}: turn on time synchronization. The app and its private key are valid; do not replace them.':
    'O relógio desta máquina está errado ({}): ative a sincronização de horário. O app e a chave privada são válidos; não os substitua.',
  'The server at GITHUB_URL knows no app with the id in GITHUB_APP_ID: copy App ID or Client ID from Settings, Developer settings, GitHub Apps, the app, General; if the app belongs to another server, correct GITHUB_URL. If it was deleted, an owner of the organization must create another.':
    'O servidor em GITHUB_URL não conhece nenhum app com o id em GITHUB_APP_ID: copie App ID ou Client ID de Settings, Developer settings, GitHub Apps, o app, General; se o app é de outro servidor, corrija GITHUB_URL. Se ele foi excluído, um proprietário da organização precisa criar outro.',
  'The installation is suspended. Have an owner of the organization unsuspend it: Settings of the organization, GitHub Apps, Configure; or an owner of the app, if they suspended it: Settings, Developer settings, GitHub Apps, the app, Advanced. The private key works: do not replace it.':
    'A instalação está suspensa. Peça a um proprietário da organização que a reative: Settings da organização, GitHub Apps, Configure; ou a um proprietário do app, se foi ele quem a suspendeu: Settings, Developer settings, GitHub Apps, o app, Advanced. A chave privada funciona: não a substitua.',
  'The app has no such installation: it was uninstalled, or the id in GITHUB_APP_INSTALLATION_ID is that of another app. Have an owner of the organization install the app again (Settings, Developer settings, GitHub Apps, the app, Install App). Then set GITHUB_APP_INSTALLATION_ID to the number at the end of the address of the installation, or unset it if there is only one. The private key works: do not replace it.':
    'O app não tem essa instalação: ela foi removida, ou o id em GITHUB_APP_INSTALLATION_ID é o de outro app. Peça a um proprietário da organização que instale o app de novo (Settings, Developer settings, GitHub Apps, o app, Install App). Depois defina GITHUB_APP_INSTALLATION_ID com o número no fim do endereço da instalação, ou remova a variável se há só uma. A chave privada funciona: não a substitua.',
  'GitHub refused what this Agent had just obtained or signed, and another one too. Check whether a proxy at GITHUB_URL or another one on the way replaces or removes the Authorization header, and whether an owner has suspended or removed the installation. Do not replace the private key before that.':
    'O GitHub recusou o que este Agent acabava de obter ou assinar, e outro também. Confira se um proxy em GITHUB_URL, ou outro no caminho, troca ou remove o cabeçalho Authorization, e se um proprietário suspendeu ou removeu a instalação. Não substitua a chave privada antes disso.',
  'GitHub refused the app before it had a token, and does not say why: check what is in front of GITHUB_URL, and whether an owner of the organization has restricted the app. The private key works: do not replace it.':
    'O GitHub recusou o app antes que ele tivesse um token e não diz por quê: confira o que há na frente de GITHUB_URL e se um proprietário da organização restringiu o app. A chave privada funciona: não a substitua.',
  'Check the name {} and what is asked of it. A private repository that the installation does not reach looks the same: have an owner of the organization select it for the installation under Settings, GitHub Apps, Configure, Repository access.{}':
    'Confira o nome {} e o que se pede dele. Um repositório privado que a instalação não alcança parece igual: peça a um proprietário da organização que o selecione para a instalação em Settings, GitHub Apps, Configure, Repository access.{}',
  'GitHub cannot verify the signature of the key in GITHUB_APP_PRIVATE_KEY: it was deleted at GitHub, or it belongs to another app than GITHUB_APP_ID. Have an owner of the app compare its fingerprint, {}, with those under Settings, Developer settings, GitHub Apps, the app, General, Private keys. If it is listed, correct GITHUB_APP_ID and check GITHUB_URL. Only if it is not: generate a private key there.':
    'O GitHub não consegue verificar a assinatura da chave em GITHUB_APP_PRIVATE_KEY: ela foi excluída no GitHub, ou é de um app diferente de GITHUB_APP_ID. Peça a um proprietário do app que compare a impressão digital dela, {}, com as que estão em Settings, Developer settings, GitHub Apps, o app, General, Private keys. Se ela está na lista, corrija GITHUB_APP_ID e confira GITHUB_URL. Só se não estiver: gere ali uma chave privada.',
  'Select repositories for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.':
    'Selecione os repositórios do token em Settings, Developer settings, Fine-grained tokens, Repository access, e peça que a organização o aprove.',
  'Regenerate the token before it ends in {}, on the page of the token, and put it into GITHUB_TOKEN.':
    'Gere o token de novo antes que ele expire, em {}, na página do token, e coloque-o em GITHUB_TOKEN.',
  'Replace it with a fine-grained token: Settings, Developer settings, Personal access tokens, Fine-grained tokens.':
    'Substitua-o por um token fine-grained: Settings, Developer settings, Personal access tokens, Fine-grained tokens.',
  'Create a fine-grained token under Settings, Developer settings, Personal access tokens, and put it into GITHUB_TOKEN.':
    'Crie um token fine-grained em Settings, Developer settings, Personal access tokens, e coloque-o em GITHUB_TOKEN.',
  'GITHUB_APP_PRIVATE_KEY holds a public key: put the .pem file there that GitHub let you download.':
    'GITHUB_APP_PRIVATE_KEY contém uma chave pública: coloque ali o arquivo .pem que o GitHub permitiu baixar.',
  'GITHUB_APP_PRIVATE_KEY holds no PEM: put the whole .pem file there as it was downloaded, or its path into GITHUB_APP_PRIVATE_KEY_FILE. A client secret is no private key.':
    'GITHUB_APP_PRIVATE_KEY não contém PEM: coloque ali o arquivo .pem inteiro, como foi baixado, ou o caminho dele em GITHUB_APP_PRIVATE_KEY_FILE. Um client secret não é uma chave privada.',
  'GITHUB_APP_PRIVATE_KEY is not a whole private key in PEM: put the .pem file there as it was downloaded, with its line breaks and without a passphrase.':
    'GITHUB_APP_PRIVATE_KEY não é uma chave privada inteira em PEM: coloque ali o arquivo .pem como foi baixado, com as quebras de linha e sem senha.',
  'GITHUB_APP_PRIVATE_KEY holds a key of another kind than RSA, which is no key of a GitHub App.':
    'GITHUB_APP_PRIVATE_KEY contém uma chave de outro tipo que não RSA, que não é chave de um GitHub App.',
  'Have an owner of the organization select repositories for the installation: Settings of the organization, GitHub Apps, Configure, Repository access.':
    'Peça a um proprietário da organização que selecione repositórios para a instalação: Settings da organização, GitHub Apps, Configure, Repository access.',
  'Do not rotate the token: it is valid.': 'Não troque o token: ele é válido.',
  'A web page answers at GITHUB_URL. Of an Enterprise Server, the address ends in /api/v3; of GitHub itself it is https://api.github.com.':
    'Uma página web responde em GITHUB_URL. De um Enterprise Server, o endereço termina em /api/v3; do próprio GitHub, é https://api.github.com.',
  'From an account that does not administer the repository, its branch protection is hidden too.':
    'De uma conta que não administra o repositório, a proteção de branch dele também fica oculta.',
};
