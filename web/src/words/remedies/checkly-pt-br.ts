/** Portuguese for the remedies of the connector checkly; `{}` is what differs. */
export const checklyRemedies: Readonly<Record<string, string>> = {
  'Set CHECKLY_ACCOUNT_ID to the id of the account, from Account Settings → General: Checkly refuses the key of a user without it and gives no reason. Do not rotate the key before that.':
    'Defina CHECKLY_ACCOUNT_ID com o id da conta, em Account Settings → General: sem ele o Checkly recusa a chave de um usuário e não dá motivo. Não troque a chave antes disso.',
  'Give the user of the key the role Read Only in the account, and check that its plan includes the API. Do not rotate the key.':
    'Dê ao usuário da chave o papel Read Only na conta e confira se o plano dela inclui a API. Não troque a chave.',
  'Checkly has suspended the account because of a payment or a limit of its plan: its owner can see the reason under Billing.':
    'O Checkly suspendeu a conta por causa de um pagamento ou de um limite do plano: o dono dela vê o motivo em Billing.',
  'See synthetics.listChecks for the checks of the account: this one was deleted, or belongs to another account.':
    'Veja em synthetics.listChecks as verificações da conta: esta foi excluída ou é de outra conta.',
  'Checkly does not accept a value of this request: use the id of a check as synthetics.listChecks returns it, and a window within the last 30 days.':
    'O Checkly não aceita um valor deste pedido: use o id de uma verificação como synthetics.listChecks o devolve e uma janela dentro dos últimos 30 dias.',
  'Checkly does not say which of the two is wrong. Check that the user of the key is a member of the account in CHECKLY_ACCOUNT_ID; if so, look for the key {}, and create another only if it is not there.':
    'O Checkly não diz qual dos dois está errado. Confira se o usuário da chave é membro da conta em CHECKLY_ACCOUNT_ID; se for, procure a chave {} e crie outra só se ela não estiver lá.',
  'Unset CHECKLY_URL, or set it to the API itself: https://api.checklyhq.com.':
    'Remova CHECKLY_URL, ou defina-a com a própria API: https://api.checklyhq.com.',
  'Checkly rejects the key for every account: create another one under User Settings → API Keys, and put it into CHECKLY_API_KEY.':
    'A Checkly rejeita a chave em todas as contas: crie outra em User Settings → API Keys e coloque-a em CHECKLY_API_KEY.',
  'Its user is a member of no account: invite the user with the role Read Only.':
    'O usuário dela não é membro de nenhuma conta: convide o usuário com o papel Read Only.',
  'Set it to one of its accounts: {}{}. To read another, invite the user there with the role Read Only.':
    'Defina-a como uma das contas dela: {}{}. Para ler outra, convide o usuário ali com o papel Read Only.',
  'The key works, and {} {}. {} Do not rotate the key.': 'A chave funciona, e {} {}. {} Não troque a chave.',
};
