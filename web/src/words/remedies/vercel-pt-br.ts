/** Portuguese for the remedies of the connector vercel; `{}` is what differs. */
export const vercelRemedies: Readonly<Record<string, string>> = {
  'The scope of the token covers the team in {}, but its owner is not a member of the team: an owner of the team must invite them with the role Viewer.':
    'O escopo do token cobre o time em {}, mas o dono dele não é membro do time: um proprietário do time precisa convidá-lo com o papel Viewer.',
  'The owner of the token has to accept the invitation to the team.':
    'O dono do token precisa aceitar o convite para o time.',
  'The owner of the token is a member of the team{}, which may not read this: an owner of the team must give them the role Viewer.':
    'O dono do token é membro do time{}, que não pode ler isto: um proprietário do time precisa dar a ele o papel Viewer.',
  'No token arrived at Vercel: a proxy at VERCEL_URL, or another one on the way, removes the Authorization header. Let it pass. Do not rotate the token.':
    'Nenhum token chegou à Vercel: um proxy em VERCEL_URL, ou outro no caminho, remove o cabeçalho Authorization. Deixe-o passar. Não troque o token.',
  'The token does not exist or has expired: create another one with the scope of the team {}, and put it into VERCEL_TOKEN.':
    'O token não existe ou expirou: crie outro com o escopo do time {} e coloque-o em VERCEL_TOKEN.',
  'Vercel does not accept the token and does not say why. First compare it with the list {}, then check whether a proxy at VERCEL_URL changes the Authorization header.':
    'A Vercel não aceita o token e não diz por quê. Primeiro compare-o com a lista {}, depois verifique se um proxy em VERCEL_URL altera o cabeçalho Authorization.',
  'The team requires single sign-on: the owner of the token must sign in with it once; then the token works again. Do not rotate the token.':
    'O time exige single sign-on: o dono do token precisa entrar com ele uma vez; depois o token volta a funcionar. Não troque o token.',
  'Set VERCEL_TEAM_ID to the id of the team, from Settings → General of the team: Vercel refuses a token of a team without it. Do not rotate the token.':
    'Defina VERCEL_TEAM_ID com o id do time, em Settings → General do time: sem ele a Vercel recusa o token de um time. Não troque o token.',
  'Vercel does not say which of three causes applies. First compare the team in VERCEL_TEAM_ID with the scope of the token {}, then check that its owner is a member of the team, then that the role of the owner may read deployments. Do not rotate the token before that.':
    'A Vercel não diz qual de três causas vale. Primeiro compare o time em VERCEL_TEAM_ID com o escopo do token {}, depois confira se o dono é membro do time, depois se o papel do dono pode ler deployments. Não troque o token antes disso.',
  'Vercel has suspended the team because of a payment or a limit of its plan: its owner can see the reason under Settings → Billing.':
    'A Vercel suspendeu o time por causa de um pagamento ou de um limite do plano: o proprietário vê o motivo em Settings → Billing.',
  'See deploy.listProjects for the projects of the team: this one does not exist there, or belongs to another team. If that fails with 404 too, compare VERCEL_TEAM_ID with the id under Settings → General of the team.':
    'Veja em deploy.listProjects os projetos do time: este não existe lá ou é de outro time. Se isso também falhar com 404, compare VERCEL_TEAM_ID com o id em Settings → General do time.',
  'Vercel does not accept a value of this request: check project, target and branch.':
    'A Vercel não aceita um valor deste pedido: confira projeto, destino e branch.',
  'Unset VERCEL_URL, or set it to the API itself: https://api.vercel.com.':
    'Remova VERCEL_URL, ou defina-a com a própria API: https://api.vercel.com.',
  'The token works, and {} {}. Set {} to {}. {}': 'O token funciona, e {} {}. Defina {} como {}. {}',
};
