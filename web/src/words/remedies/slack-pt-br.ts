/** Portuguese for the remedies of the connector slack; `{}` is what differs. */
export const slackRemedies: Readonly<Record<string, string>> = {
  'Nothing to do unless {} is wanted. {}': 'Nada a fazer, a menos que se queira {}. {}',
  'Invite the bot to a channel (/invite @ and its name).{}': 'Convide o bot para um canal (/invite @ e o nome dele).{}',
  'Invite it: in each channel that it should read, type /invite @ and its name. No scope is missing.':
    'Convide-o: em cada canal que ele deve ler, digite /invite @ e o nome dele. Não falta nenhum escopo.',
  'This message is a reply itself: ask for the thread that {} began.':
    'Esta mensagem já é uma resposta: peça a conversa que {} começou.',
  '{} No scope is missing: do not change the app.': '{} Não falta nenhum escopo: não mude o app.',
  'Slack requires the app to be a member of the conversation that it writes to. {} No scope is missing.':
    'O Slack exige que o app seja membro da conversa em que escreve. {} Não falta nenhum escopo.',
  'The posting permissions of this channel do not allow the app to post: ask a manager of the channel to allow it (channel details → Settings → posting permissions). No scope is missing.':
    'As permissões de postagem deste canal não permitem que o app poste: peça a um gerente do canal que permita (detalhes do canal → Settings → posting permissions). Não falta nenhum escopo.',
  'Slack gives the same answer for a channel that does not exist and for a private one the bot is not in. First compare the id with chat.listConversations, then have a member of the channel type /invite @ and the name of the bot there. No scope is missing.':
    'O Slack dá a mesma resposta para um canal que não existe e para um privado em que o bot não está. Primeiro compare o id com chat.listConversations, depois peça a um membro do canal que digite nele /invite @ e o nome do bot. Não falta nenhum escopo.',
  'Take the id of the message that began the thread from chat.getHistory of the same channel.':
    'Use o id da mensagem que começou a conversa, de chat.getHistory do mesmo canal.',
  'This message accepts no replies: use the id of a message that began a thread, or leave threadId out.':
    'Esta mensagem não aceita respostas: use o id de uma mensagem que começou uma conversa, ou deixe threadId de fora.',
  'The channel is archived and accepts no messages: use another, or ask a person to unarchive it.':
    'O canal está arquivado e não aceita mensagens: use outro, ou peça a alguém que o desarquive.',
  'The app is installed on a whole organization: set SLACK_TEAM_ID to the id of the workspace to be used.':
    'O app está instalado em uma organização inteira: defina SLACK_TEAM_ID com o id do workspace a usar.',
  'The cursor has expired in Slack: leave it out to start again.':
    'O cursor expirou no Slack: deixe-o de fora para começar de novo.',
  'A channel of this name exists already, perhaps private or archived: find it, or choose another name.':
    'Já existe um canal com este nome, talvez privado ou arquivado: encontre-o, ou escolha outro nome.',
  'Use lower-case letters, digits, hyphens and underscores, at most 80 characters, and not only punctuation.':
    'Use letras minúsculas, dígitos, hifens e sublinhados, no máximo 80 caracteres, e não só pontuação.',
  'Slack does not know a block or a field of one: compare the blocks with Block Kit, or send the message as text.':
    'O Slack não conhece um bloco ou um campo de um: compare os blocos com o Block Kit, ou envie a mensagem como texto.',
  'Send fewer and shorter blocks, or several messages.': 'Envie menos blocos e mais curtos, ou várias mensagens.',
  'Send a text of at most 40,000 characters, or several messages.':
    'Envie um texto de no máximo 40.000 caracteres, ou várias mensagens.',
  'Send a text or blocks that are not empty.': 'Envie um texto ou blocos que não estejam vazios.',
  'Wait as long as it says before you retry.': 'Espere o tempo que ele indica antes de tentar de novo.',
  'Slack itself failed; check slack-status.com. The configuration is not the cause.':
    'O próprio Slack falhou; veja slack-status.com. A configuração não é a causa.',
  'The workspace is being moved into an Enterprise organization. Wait until the move is done; an administrator of the organization knows when. The configuration is not the cause.':
    'O workspace está sendo movido para uma organização Enterprise. Espere até que termine; um administrador da organização sabe quando. A configuração não é a causa.',
  'There is no Slack Web API at SLACK_URL: unset it, or let it end with /api.':
    'Não há uma Web API do Slack em SLACK_URL: remova-a, ou faça-a terminar com /api.',
  'Slack itself refuses with status 200, so this answer comes from a proxy or firewall in between: allow the Agent to reach SLACK_URL. Do not rotate the token.':
    'O próprio Slack recusa com o status 200; então esta resposta vem de um proxy ou firewall no caminho: permita que o Agent alcance SLACK_URL. Não troque o token.',
  'Slack refused with the error {}, which this connector does not know: report it.':
    'O Slack recusou com o erro {}, que este conector não conhece: relate o problema.',
  'Add {} to the bot token scopes {}, and press Reinstall to Workspace there. The token holds: {}. It is valid: do not rotate it.':
    'Acrescente {} aos escopos do token do bot {} e pressione Reinstall to Workspace lá. O token tem: {}. Ele é válido: não o troque.',
  "Slack gives the same answer for a wrong token and for an address that is not allowed. First copy the Bot User OAuth Token again from the app's page {}, then check whether the app or the workspace accepts calls only from listed addresses, and list the one this Agent sends from.":
    'O Slack dá a mesma resposta para um token errado e para um endereço não permitido. Primeiro copie de novo o Bot User OAuth Token da página do app {}, depois confira se o app ou o workspace só aceita chamadas de endereços listados, e inclua o de onde este Agent envia.',
  'No token arrived at Slack: check whether a proxy at SLACK_URL, or another proxy in between, removes the Authorization header.':
    'Nenhum token chegou ao Slack: verifique se um proxy em SLACK_URL, ou outro no caminho, remove o cabeçalho Authorization.',
  'Somebody revoked this token. Ask who and why first; then reinstall the app {} and put the new token into SLACK_BOT_TOKEN.':
    'Alguém revogou este token. Pergunte antes quem e por quê; depois reinstale o app {} e coloque o token novo em SLACK_BOT_TOKEN.',
  'The app rotates its tokens, and this one is older than twelve hours: check why the file in SLACK_BOT_TOKEN_FILE is no longer refreshed, or create an app without token rotation.':
    'O app renova os tokens dele, e este tem mais de doze horas: verifique por que o arquivo em SLACK_BOT_TOKEN_FILE não é mais atualizado, ou crie um app sem renovação de tokens.',
  'Slack gives the same answer for three causes. First check that the workspace still exists, then whether the app was uninstalled there or its bot deactivated; in both cases install the app again. A new token of the same installation would not work either.':
    'O Slack dá a mesma resposta para três causas. Primeiro confira se o workspace ainda existe, depois se o app foi desinstalado lá ou o bot dele desativado; nos dois casos, instale o app de novo. Um token novo da mesma instalação também não funcionaria.',
  "Set SLACK_BOT_TOKEN to the Bot User OAuth Token, which begins with xoxb-, from the app's page {}.":
    'Defina SLACK_BOT_TOKEN com o Bot User OAuth Token, que começa com xoxb-, da página do app {}.',
  'The workspace allows this call from some networks only: ask one of its owners to allow the address that this Agent sends from. Do not rotate the token.':
    'O workspace permite esta chamada só a partir de algumas redes: peça a um dos proprietários dele que permita o endereço de onde este Agent envia. Não troque o token.',
  'The app is installed on the organization and was not given this workspace: an administrator of the organization must add the workspace to the app, or SLACK_TEAM_ID must name a workspace of the app.':
    'O app está instalado na organização e não recebeu este workspace: um administrador da organização precisa acrescentar o workspace ao app, ou SLACK_TEAM_ID precisa indicar um workspace do app.',
  'Slack does not allow this call to an app of a whole organization: install it in the workspace to be used, and put its Bot User OAuth Token into SLACK_BOT_TOKEN.':
    'O Slack não permite esta chamada a um app de uma organização inteira: instale-o no workspace a usar e coloque o Bot User OAuth Token dele em SLACK_BOT_TOKEN.',
  'Administrators of the organization have suspended access with Enterprise Key Management: ask them whether and when they restore it. Do not change the app.':
    'Administradores da organização suspenderam o acesso com Enterprise Key Management: pergunte a eles se e quando o restauram. Não mude o app.',
  'The workspace requires a second factor from the owner of this token: set SLACK_BOT_TOKEN to the Bot User OAuth Token of the app, which needs none.':
    'O workspace exige um segundo fator do dono deste token: defina SLACK_BOT_TOKEN com o Bot User OAuth Token do app, que não precisa de um.',
  'Slack does not allow this to the kind of account that the token acts as: set SLACK_BOT_TOKEN to the Bot User OAuth Token of the app.':
    'O Slack não permite isto ao tipo de conta com que o token age: defina SLACK_BOT_TOKEN com o Bot User OAuth Token do app.',
  'A setting of the workspace does not allow this for the app: ask an owner of the workspace (Settings & administration → Workspace settings → Permissions). No scope is missing.':
    'Uma configuração do workspace não permite isto ao app: peça a um proprietário do workspace (Settings & administration → Workspace settings → Permissions). Não falta nenhum escopo.',
  'Add {} to the bot token scopes on api.slack.com/apps, under OAuth & Permissions, and reinstall the app there.':
    'Acrescente {} aos bot token scopes em api.slack.com/apps, em OAuth & Permissions, e reinstale o app ali.',
  'Install the app in the workspace and set SLACK_BOT_TOKEN to its Bot User OAuth Token (xoxb-).':
    'Instale o app no workspace e defina SLACK_BOT_TOKEN com o Bot User OAuth Token dele (xoxb-).',
  'Remove {} from the bot token scopes of the app, and reinstall it.':
    'Remova {} dos bot token scopes do app e reinstale-o.',
  'Invite the bot: in the channel, type /invite @ and its name.':
    'Convide o bot: no canal, digite /invite @ e o nome dele.',
  'Wait as long as it says. An app that is distributed outside the Slack Marketplace may read history once a minute, 15 messages each time: create an app inside the workspace instead, which does not have this limit.':
    'Espere o tempo que ele indica. Um app distribuído fora do Slack Marketplace pode ler o histórico uma vez por minuto, 15 mensagens de cada vez: crie um app dentro do workspace, que não tem esse limite.',
  'The value of SLACK_BOT_TOKEN does not begin like a Slack token: set it to the Bot User OAuth Token, which begins with xoxb-, without quotation marks, spaces or the word Bearer.':
    'O valor de SLACK_BOT_TOKEN não começa como um token do Slack: defina-o com o Bot User OAuth Token, que começa com xoxb-, sem aspas, espaços nem a palavra Bearer.',
  'SLACK_REFRESH_TOKEN does not begin with xoxe-: copy the refresh token of the installation. The token beside it (xoxe.xoxb-{}) is not one.':
    'SLACK_REFRESH_TOKEN não começa com xoxe-: copie o token de renovação da instalação. O token ao lado dele (xoxe.xoxb-{}) não é um.',
  'Slack does not know this refresh token, or it was used already: each is valid once. First find out whether something else uses it, such as a second Agent with the same SLACK_REFRESH_TOKEN or a job that renews the token; stop that. {}':
    'O Slack não conhece este token de renovação, ou ele já foi usado: cada um vale uma vez. Primeiro descubra se outra coisa o usa, como um segundo Agente com o mesmo SLACK_REFRESH_TOKEN ou uma tarefa que renova o token; pare isso. {}',
  'A person must install the app again (api.slack.com/apps, Install App) and put the refresh token that comes with it into SLACK_REFRESH_TOKEN; it replaces what the Agent has stored.':
    'Uma pessoa deve instalar o app de novo (api.slack.com/apps, Install App) e colocar o token de renovação que vem junto em SLACK_REFRESH_TOKEN; ele substitui o que o Agente guardou.',
  'The refresh token was sent to Slack at {} and no answer was stored: Slack may have renewed the token while the answer was lost or the Agent ended. {}':
    'O token de renovação foi enviado ao Slack em {} e nenhuma resposta foi guardada: o Slack pode ter renovado o token enquanto a resposta se perdeu ou o Agente terminou. {}',
  'Copy the Client ID from Basic Information of the app that the refresh token belongs to into SLACK_CLIENT_ID. The refresh token is not used up by this.':
    'Copie o Client ID de Basic Information do app a que o token de renovação pertence para SLACK_CLIENT_ID. O token de renovação não é gasto por isso.',
  'Copy the Client Secret from Basic Information of the app into SLACK_CLIENT_SECRET: somebody may have regenerated it. The refresh token is not used up by this.':
    'Copie o Client Secret de Basic Information do app para SLACK_CLIENT_SECRET: alguém pode tê-lo gerado de novo. O token de renovação não é gasto por isso.',
  'The app has no token rotation: set SLACK_BOT_TOKEN to its Bot User OAuth Token, and unset SLACK_REFRESH_TOKEN, SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.':
    'O app não tem rotação de tokens: defina SLACK_BOT_TOKEN com o Bot User OAuth Token dele, e remova SLACK_REFRESH_TOKEN, SLACK_CLIENT_ID e SLACK_CLIENT_SECRET.',
  'The Agent renews the token with the next question: ask again. If this stays, check the clock of its machine. Do not install the app again.':
    'O Agente renova o token com a próxima pergunta: pergunte de novo. Se isso continuar, confira o relógio da máquina dele. Não instale o app de novo.',
  'SLACK_REFRESH_TOKEN is for an app with token rotation, whose tokens the Agent renews, and SLACK_BOT_TOKEN for one whose token stays: unset one of the two.':
    'SLACK_REFRESH_TOKEN é para um app com rotação de tokens, cujos tokens o Agente renova, e SLACK_BOT_TOKEN para um cujo token permanece: remova um dos dois.',
};
