/** Portuguese for what the control plane refuses: whole sentences, and by code where a sentence is not known. */
import { compileTemplates, translateBy } from './sentence-template.ts';

/** Portuguese by code, for refusals whose sentence is not known: of a newer control plane, or about a field. */
const codes = {
  agent_answer_unreadable:
    'O Agent recebeu o pedido, e a resposta dele não pôde ser lida. Uma escrita pode ter sido feita: confira no sistema de origem.',
  agent_failed: 'O pedido não pôde ser enviado ao Agent.',
  agent_lost: 'A conexão com o Agent caiu antes da resposta.',
  agent_timeout: 'O Agent não respondeu no prazo.',
  answer_not_stored: 'O pedido com esta chave foi respondido, e a resposta não pôde ser guardada.',
  body_too_large: 'O conteúdo enviado é grande demais.',
  busy: 'O plano de controle está ocupado. Tente de novo em instantes.',
  capture_ended: 'A captura já tinha terminado e não pôde ser cancelada.',
  capture_removed: 'Esta captura foi removida pela retenção.',
  comparison_changed:
    'Capturas foram adicionadas ou removidas desde que esta comparação foi feita. Abra a comparação de novo.',
  comparison_too_large: 'A comparação é grande demais.',
  internal: 'Erro interno do plano de controle. O operador encontra a causa no log pelo ID da requisição.',
  invalid_address: 'O endereço não é válido.',
  invalid_body: 'Um campo do formulário não é válido.',
  invalid_query: 'Um parâmetro do endereço não é válido.',
  last_owner: 'Uma organização precisa de pelo menos um proprietário. Convide outro proprietário antes.',
  link_invalid: 'Este link não é válido. Abra o link inteiro.',
  no_baseline: 'Não há captura de outra versão para comparar.',
  no_head: 'Não há captura desta versão para comparar.',
  no_live_agent: 'Nenhum Agent está conectado.',
  no_such_axis: 'A comparação não tem essa medição.',
  no_such_capture: 'Esta captura não existe ou não tem pacote.',
  not_found: 'Não encontrado nesta organização.',
  not_signed_in: 'Entre com uma passkey ou um link de uso único.',
  profiler_not_enabled:
    'O Profiler não está habilitado para esta organização. Um proprietário ou administrador pode habilitá-lo em Configurações, Profiler.',
  role_required: 'Seu papel não permite esta ação.',
  scope_required: 'Este token não tem o escopo necessário.',
  store_full: 'O disco do banco de dados do plano de controle está cheio. Nada foi alterado; o operador libera espaço.',
  store_unavailable: 'O plano de controle não alcança seu banco de dados. Tente de novo em instantes.',
  timeout: 'A resposta demorou demais. Tente de novo.',
  too_many_idempotency_keys: 'Esta organização usou valores demais de Idempotency-Key em 24 horas.',
  too_many_links: 'Esta organização criou links demais em 24 horas. Tente de novo mais tarde.',
  too_many_markers: 'Há marcadores demais desta organização.',
  too_many_questions: 'Há perguntas registradas demais desta organização.',
  too_many_tokens: 'Há tokens demais nesta organização. Revogue os que ninguém usa.',
  too_many_answers: 'Há respostas grandes demais em leitura. Tente de novo em instantes.',
  too_many_attempts: 'Houve tentativas erradas demais a partir deste endereço. Abra o link inteiro.',
  too_many_calls: 'Este token fez chamadas demais em pouco tempo.',
  too_many_captures: 'A organização já enfileirou as capturas desta hora.',
  too_many_comparisons: 'Há comparações demais em andamento. Tente de novo em instantes.',
  too_many_streams: 'Há páginas demais abertas com atualização ao vivo.',
  unknown_instance: 'Esta organização não tem um Agent com esse nome.',
  unknown_operation: 'O catálogo deste plano de controle não tem essa operação.',
  wrong_csrf_token: 'Recarregue a página: ela é de uma sessão anterior.',
  wrong_origin: 'Abra o Farol no endereço configurado em FAROL_PUBLIC_URL.',
} as const;

/** Looked up by a code from outside, so that `constructor` is no code. */
const refusalCodes: ReadonlyMap<string, string> = new Map(Object.entries(codes));

/** Portuguese for the sentences that the control plane refuses with; `{}` is what differs. */
export const refusalSentences: Readonly<Record<string, string>> = {
  'args.cursor: is a place in the list of one source. Ask that source alone for its next page.':
    'args.cursor: é uma posição na lista de uma fonte. Consulte só essa fonte para ver a próxima página.',
  'Several sources can be asked a read of this catalog, and nothing else. Ask one source.':
    'Só uma leitura deste catálogo pode ser pedida a várias fontes. Consulte uma fonte.',
  'The answers together have more than {} MiB. Ask this source alone, or ask for less.':
    'As respostas juntas têm mais de {} MiB. Consulte só esta fonte, ou peça menos.',
  'All answers together have more than {} KiB. Use narrow, or ask this source with catalog_read.':
    'Todas as respostas juntas têm mais de {} KiB. Use narrow, ou consulte esta fonte com catalog_read.',
  'The answer has {} KiB; an assistant receives at most {}. Ask for less: a lower limit, a narrower window, or a filter.':
    'A resposta tem {} KiB; um assistente recebe no máximo {}. Peça menos: um limite menor, uma janela mais curta ou um filtro.',
  '{} sources answer this operation, and {} at most are asked at once. Name some, or an instance.':
    '{} fontes respondem a esta operação, e no máximo {} são consultadas de uma vez. Indique algumas, ou um Agent.',
  'No Agent has reported a source that answers this operation. Configure one.':
    'Nenhum Agent informou uma fonte que responda a esta operação. Configure uma.',
  'No Agent has reported a source that answers this operation, and {} reported no health yet. Ask again in a minute.':
    'Nenhum Agent informou uma fonte que responda a esta operação, e {} ainda não informou nenhuma verificação. Consulte de novo em um minuto.',
  'It was not answered within the {} s of the whole question. Ask this source alone, or fewer at once.':
    'Não houve resposta nos {} s da consulta inteira. Consulte só esta fonte, ou menos de uma vez.',
  'The address is not valid.': 'O endereço não é válido.',
  'The body is empty.': 'O conteúdo enviado está vazio.',
  'The body is not JSON.': 'O conteúdo enviado não é JSON.',
  'The body is shorter or longer than its Content-Length.': 'O conteúdo enviado é menor ou maior que o Content-Length.',
  'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.':
    'Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis e ser enviado uma só vez.',
  'This address accepts no query. Send the token in the header Authorization: Bearer, and revoke one that was sent in an address.':
    'Este endereço não aceita parâmetros. Envie o token no cabeçalho Authorization: Bearer e revogue um que tenha sido enviado em um endereço.',
  'The challenge is unknown, expired or used.': 'O desafio é desconhecido, expirou ou já foi usado.',
  'The token is missing, not valid for this call, expired or revoked.':
    'O token está ausente, não vale para esta chamada, expirou ou foi revogado.',
  'This link has expired. Ask for a new one.': 'Este link expirou. Peça um novo.',
  'This is not a link of this control plane. Copy the whole link, from /welcome# to its end.':
    'Este não é um link deste plano de controle. Copie o link inteiro, de /welcome# até o fim.',
  'This link has already been used. Ask for a new one.': 'Este link já foi usado. Peça um novo.',
  'This link was withdrawn. Ask for a new one.': 'Este link foi retirado. Peça um novo.',
  'Sign in with a passkey or a one-time link.': 'Entre com uma passkey ou um link de uso único.',
  'This took longer than five minutes or was sent twice. Start again.':
    'Isto levou mais de cinco minutos ou foi enviado duas vezes. Comece de novo.',
  'A copy of this passkey was used. Sign in with a link and remove the passkey in Settings, Ways to sign in.':
    'Uma cópia desta passkey foi usada. Entre com um link e remova a passkey em Configurações, Formas de entrar.',
  'This passkey was not accepted. Start again, or sign in with a link.':
    'Esta passkey não foi aceita. Comece de novo ou entre com um link.',
  'This passkey is not known here. It was removed, or belongs to another control plane. Sign in with a link.':
    'Esta passkey não é conhecida aqui. Ela foi removida ou é de outro plano de controle. Entre com um link.',
  'The signature does not prove the key.': 'A assinatura não comprova a chave.',
  'The bootstrap token has expired.': 'O token de bootstrap expirou.',
  'The bootstrap token is not valid.': 'O token de bootstrap não é válido.',
  'The bootstrap token is for another class of instance.': 'O token de bootstrap é para outra classe de instância.',
  'The bootstrap token was revoked.': 'O token de bootstrap foi revogado.',
  'All uses of the bootstrap token are spent.': 'Todos os usos do token de bootstrap foram gastos.',
  'This class of instance is not enabled for this organization.':
    'Esta classe de instância não está habilitada para esta organização.',
  'The Profiler is not enabled for this organization. An owner or admin enables it under Settings, Profiler.':
    'O Profiler não está habilitado para esta organização. Um proprietário ou administrador o habilita em Configurações, Profiler.',
  'Only the person who requested the capture, an admin or an owner may cancel it.':
    'Só quem pediu a captura, um administrador ou um proprietário pode cancelá-la.',
  'Only an owner or an admin may ask a write.': 'Só um proprietário ou administrador pode enviar uma escrita.',
  'You were removed or lost your role in the meantime. Nothing was created.':
    'Você foi removido ou perdeu seu papel nesse meio-tempo. Nada foi criado.',
  'Only an owner may do this to an owner or an admin.':
    'Só um proprietário pode fazer isto com um proprietário ou administrador.',
  'Only an owner may do this.': 'Só um proprietário pode fazer isto.',
  'Only an owner or an admin may do this.': 'Só um proprietário ou administrador pode fazer isto.',
  'This token does not have the scope {}. An owner or an admin can create one that has it.':
    'Este token não tem o escopo {}. Um proprietário ou administrador pode criar um que o tenha.',
  'Send csrf of GET /api/me in the header {}; reload the page if it came from an earlier sign-in.':
    'Recarregue a página: ela é de uma sessão anterior. Em um programa, envie csrf de GET /api/me no cabeçalho {}.',
  'Open Farol at {}. If people use another address, set that one in FAROL_PUBLIC_URL.':
    'Abra o Farol em {}. Se as pessoas usam outro endereço, defina-o em FAROL_PUBLIC_URL.',
  'The comparison has no measurement of this name. Its summary lists those that it has.':
    'A comparação não tem uma medição com esse nome. O resumo lista as que ela tem.',
  'Captures were added or removed since this comparison was made. Read the comparison again.':
    'Capturas foram adicionadas ou removidas desde que esta comparação foi feita. Abra a comparação de novo.',
  'There is no such capture, or it has no bundle.': 'Esta captura não existe ou não tem pacote.',
  'This organization has no such instance.': 'Esta organização não tem essa instância.',
  'There is nothing at this address.': 'Não há nada neste endereço.',
  'This organization has no such open link. It may have been used or withdrawn, or it may have expired.':
    'Esta organização não tem esse link em aberto. Ele pode ter sido usado ou retirado, ou pode ter expirado.',
  'You have no such passkey.': 'Você não tem essa passkey.',
  'This organization has no such person.': 'Esta organização não tem essa pessoa.',
  'No such person of the identity provider was removed from this organization. Everybody else comes in by an invitation.':
    'Nenhuma pessoa assim do provedor de identidade foi removida desta organização. Todas as outras entram por convite.',
  'There is no such session. It may have ended.': 'Esta sessão não existe. Ela pode ter terminado.',
  'operation: must be a read of the catalog. GET /api/catalog lists all.':
    'operation: deve ser uma leitura do catálogo. GET /api/catalog lista todas.',
  'The organization has no such saved question.': 'A organização não tem essa consulta salva.',
  'This organization has no such token.': 'Esta organização não tem esse token.',
  'There is no such document; /policies/index.json lists all documents.':
    'Este documento não existe; /policies/index.json lista todos os documentos.',
  'This organization has no Agent of this name.': 'Esta organização não tem um Agent com esse nome.',
  'The catalog of this control plane has no operation of this name. GET /api/catalog lists all of them.':
    'O catálogo deste plano de controle não tem uma operação com esse nome. GET /api/catalog lista todas.',
  'The catalog of this control plane has no operation of this name. GET /api/catalog lists all. One that only a newer Agent knows can be asked by an owner or an admin.':
    'O catálogo deste plano de controle não tem uma operação com esse nome. GET /api/catalog lista todas. Uma que só um Agent mais novo conhece pode ser consultada por um proprietário ou administrador.',
  'This address accepts {}.': 'Este endereço aceita {}.',
  'The request with this Idempotency-Key was answered, and the answer is too large or too old to be stored. Send a new key.':
    'O pedido com esta Idempotency-Key foi respondido, e a resposta é grande ou antiga demais para ser guardada. Envie uma chave nova.',
  'The capture ended before it could be cancelled; its outcome is {}.':
    'A captura terminou antes de poder ser cancelada; o resultado dela é {}.',
  'The Agent {} was enrolled again after a write with this idempotencyKey was sent to it, so its journal may not know whether that write was done. Check in the upstream system; if it was not done, use a new idempotencyKey.':
    'O Agent {} foi registrado de novo depois que uma escrita com esta idempotencyKey lhe foi enviada; por isso o diário dele pode não saber se ela foi feita. Confira no sistema de origem; se não foi feita, use uma idempotencyKey nova.',
  'A write with this idempotencyKey was sent to the Agent {}; only its journal knows whether it was done. Ask that Agent, or use a new idempotencyKey.':
    'Uma escrita com esta idempotencyKey foi enviada ao Agent {}; só o diário dele sabe se ela foi feita. Consulte esse Agent ou use uma idempotencyKey nova.',
  'An instance of this name is enrolled with another key.':
    'Uma instância com este nome está registrada com outra chave.',
  'The identity provider gives this person no role, so no link would sign them in. Its administrator adds them to a group that has one. To let them in without the provider, remove them and send an invitation.':
    'O provedor de identidade não dá a esta pessoa nenhum papel, então nenhum link a deixaria entrar. O administrador dele a adiciona a um grupo que tenha um. Para que ela entre sem o provedor, remova-a e envie um convite.',
  'An organization needs at least one owner. Invite another owner first.':
    'Uma organização precisa de pelo menos um proprietário. Convide outro proprietário antes.',
  'A replicate repeats a main capture that was pushed and measured on this machine. Name one.':
    'Uma réplica repete uma captura principal que foi enviada e medida nesta máquina. Indique uma delas.',
  'The first request with this Idempotency-Key has not been answered yet. Ask again with the same key.':
    'O primeiro pedido com esta Idempotency-Key ainda não foi respondido. Tente de novo com a mesma chave.',
  'This passkey has already been added.': 'Esta passkey já foi adicionada.',
  'Passkeys need a host name, and FAROL_PUBLIC_URL has an address of digits. Sign in with a link.':
    'Passkeys precisam de um nome de host, e FAROL_PUBLIC_URL tem um endereço numérico. Entre com um link.',
  'The disk of the database of the control plane is full, and this request changed nothing. The operator of the control plane frees space there, or lowers FAROL_RETENTION_GB. Then try again.':
    'O disco do banco de dados do plano de controle está cheio, e este pedido não alterou nada. O operador do plano de controle libera espaço nele ou diminui FAROL_RETENTION_GB. Depois, tente de novo.',
  'An organization has at most 5000 tokens that work or were created in the last 24 hours, and each person creates at most 1000 of them. Revoke tokens that nobody uses.':
    'Uma organização tem no máximo 5000 tokens que funcionam ou foram criados nas últimas 24 horas, e cada pessoa cria no máximo 1000 deles. Revogue os que ninguém usa.',
  'An organization stores at most 2000 saved questions, and each person at most 400 of them. Remove some that nobody asks.':
    'Uma organização guarda no máximo 2000 consultas salvas, e cada pessoa no máximo 400 delas. Remova as que ninguém usa.',
  'An organization creates at most 500 links in 24 hours, and each person at most 100 of them. Try again later.':
    'Uma organização cria no máximo 500 links em 24 horas, e cada pessoa no máximo 100 deles. Tente de novo mais tarde.',
  'An organization stores at most 100000 markers. Old ones are removed after FAROL_RETENTION_DAYS.':
    'Uma organização guarda no máximo 100000 marcadores. Os antigos são removidos após FAROL_RETENTION_DAYS.',
  'An organization uses at most 100000 values of Idempotency-Key in 24 hours, and each asker at most 20000 of them. Try again later, or ask without the header.':
    'Uma organização usa no máximo 100000 valores de Idempotency-Key em 24 horas, e cada um que pergunta, no máximo 20000 deles. Tente de novo mais tarde ou pergunte sem o cabeçalho.',
  'The store holds at most 5000000 questions of an organization. Old ones are removed after FAROL_RETENTION_DAYS; the operator of the control plane can lower it.':
    'O banco guarda no máximo 5000000 perguntas de uma organização. As antigas são removidas após FAROL_RETENTION_DAYS; o operador do plano de controle pode diminuí-lo.',
  'A person has at most {} passkeys. Remove one first.': 'Uma pessoa tem no máximo {} passkeys. Remova uma antes.',
  'The body is too large.': 'O conteúdo enviado é grande demais.',
  'A part of the address is too long.': 'Uma parte do endereço é longa demais.',
  'The body must be sent as application/json.': 'O conteúdo deve ser enviado como application/json.',
  'Comparing these captures needs more than {}. Compare versions with shorter windows or fewer replicates.':
    'Comparar estas capturas precisa de mais de {}. Compare versões com janelas mais curtas ou menos réplicas.',
  'This Idempotency-Key was used for another operation, or with other args, source or instance. Send a new key.':
    'Esta Idempotency-Key foi usada para outra operação, ou com outros args, source ou instance. Envie uma chave nova.',
  'Too many large results of this organization are waiting to be read. Try again in a moment.':
    'Há respostas grandes demais desta organização à espera de leitura. Tente de novo em instantes.',
  'Too many wrong links and passkeys came from this address. Open the whole link; a correct one works at once.':
    'Links e passkeys errados demais vieram deste endereço. Abra o link inteiro; um link correto funciona na hora.',
  'Too many enrolments with this token are in progress.': 'Há registros demais em andamento com este token.',
  'A token may send {} messages in {} s.': 'Um token pode enviar {} mensagens em {} s.',
  'A token may call {} tools in {} s.': 'Um token pode chamar {} ferramentas em {} s.',
  'An organization may queue {} captures in an hour. Used: {}. The next one is accepted in {} s.':
    'Uma organização pode enfileirar {} capturas por hora. Usadas: {}. A próxima é aceita em {} s.',
  'Too many comparisons of this organization are waiting. Try again in a moment.':
    'Há comparações demais desta organização em espera. Tente de novo em instantes.',
  'Farol failed; your request is not the cause. The cause is in its log under the request id.':
    'O Farol falhou; seu pedido não é a causa. A causa está no log dele pelo ID da requisição.',
  'The Agent was asked, and its answer cannot be read. A write may have been done: check the upstream system. The operator of the Agent finds the request id in its log, and updates it.':
    'O Agent recebeu o pedido, e a resposta dele não pôde ser lida. Uma escrita pode ter sido feita: confira no sistema de origem. O operador do Agent encontra o ID da requisição no log e atualiza o Agent.',
  'The request could not be sent to the Agent.': 'O pedido não pôde ser enviado ao Agent.',
  'The Agent lost its connection before it answered. Reads can be repeated.':
    'A conexão com o Agent caiu antes da resposta. Leituras podem ser repetidas.',
  'No Agent is connected. The Fleet page shows what each one needs.':
    'Nenhum Agent está conectado. A página Frota mostra o que cada um precisa.',
  'This Agent is not connected. The Fleet page shows what it needs.':
    'Este Agent não está conectado. A página Frota mostra o que ele precisa.',
  'The database of the control plane did not answer in time. This request changed nothing, unless its result is listed afterwards. Try again; the cause is in the log under the request id.':
    'O banco de dados do plano de controle não respondeu no prazo. Este pedido não mudou nada, a menos que o resultado apareça depois. Tente de novo; a causa está no log pelo ID da requisição.',
  'The request timed out; try again.': 'O pedido esgotou o prazo; tente de novo.',
  'Too many pages have live updates open; try again later.':
    'Há páginas demais abertas com atualização ao vivo; tente mais tarde.',
  'The Agent did not answer in time. Narrow the request, or check its log under the request id.':
    'O Agent não respondeu no prazo. Reduza o pedido ou veja o log dele pelo ID da requisição.',
  'Too many sign-ins, tokens and enrolments are being checked at once. Try again in a second.':
    'Há entradas, tokens e registros demais em verificação ao mesmo tempo. Tente de novo em um segundo.',
  'No main capture of version {} was pushed. No version has one yet.':
    'Nenhuma captura principal da versão {} foi enviada. Nenhuma versão tem uma ainda.',
  'No main capture of version {} was pushed. Versions that have one, latest first: {} and {} more.':
    'Nenhuma captura principal da versão {} foi enviada. Versões que têm uma, da mais recente à mais antiga: {} e mais {}.',
  'No main capture of version {} was pushed. Versions that have one, latest first: {}.':
    'Nenhuma captura principal da versão {} foi enviada. Versões que têm uma, da mais recente à mais antiga: {}.',
  'No main capture was pushed yet.': 'Nenhuma captura principal foi enviada ainda.',
  'A version is compared with another one; name two different versions.':
    'Uma versão é comparada com outra; indique duas versões diferentes.',
  'No other version was captured before {}: its captures become the baseline of the next one.':
    'Nenhuma outra versão foi capturada antes de {}: as capturas dela serão a base da próxima.',
  'Too many operations are waiting. Try again in a second.':
    'Há operações demais em espera. Tente de novo em um segundo.',
  'A bootstrap token is not rotated. Create another one and revoke this one.':
    'Um token de bootstrap não é renovado. Crie outro e revogue este.',
  'A marker of this key was recorded with another value of this field. Send the same value, or choose another key.':
    'Um marcador com esta chave foi registrado com outro valor neste campo. Envie o mesmo valor ou escolha outra chave.',
  'A token may record 200 markers in an hour. The next one is accepted in {} s.':
    'Um token pode registrar 200 marcadores por hora. O próximo será aceito em {} s.',
  'A token may send 60 requests in a minute. The next one is accepted in {} s.':
    'Um token pode enviar 60 requisições por minuto. A próxima será aceita em {} s.',
  'Sign in with a passkey first: a link signs you in to one organization only. The link was not used.':
    'Entre antes com uma passkey: um link dá acesso a uma só organização. O link não foi usado.',
  'Single sign-on is not configured here. Sign in with a passkey or a link.':
    'O login único não está configurado aqui. Entre com uma passkey ou um link.',
  'The answer of the provider could not be verified, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads why in its log.':
    'A resposta do provedor não pôde ser verificada, e ninguém entrou. Comece de novo; se acontecer outra vez, o operador do plano de controle lê a causa no log.',
  'The identity provider does not answer. Try again in a minute; the operator of the control plane reads the cause in its log.':
    'O provedor de identidade não responde. Tente de novo em um minuto; o operador do plano de controle lê a causa no log.',
  'The provider did not let you sign in. Start again if you cancelled; otherwise its administrator must give you access to Farol.':
    'O provedor não deixou você entrar. Comece de novo se você cancelou; senão, o administrador dele precisa dar a você acesso ao Farol.',
  'Too many people sign in by the provider at this moment. Start again in a few seconds.':
    'Muitas pessoas estão entrando pelo provedor neste momento. Comece de novo em alguns segundos.',
  'Farol could not finish this sign-in, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads the cause in its log.':
    'O Farol não conseguiu concluir este acesso, e ninguém entrou. Comece de novo; se repetir, o operador do plano de controle lê a causa no log.',
  'The provider gives you no role in Farol. Its administrator adds you to a group that has one.':
    'O provedor não dá a você um papel no Farol. O administrador dele inclui você em um grupo que tenha um.',
  'The provider refused the request of Farol. The operator of the control plane reads why in its log, and compares client, secret and redirect address with those of the provider.':
    'O provedor recusou o pedido do Farol. O operador do plano de controle lê a causa no log e compara cliente, segredo e endereço de retorno com os do provedor.',
  'This browser is signed in as {} at {}. Send the link to /api/session/join if that is you as well, or with instead: true to sign in as the person of the link. It was not used.':
    'Este navegador entrou como {} em {}. Envie o link para /api/session/join se essa pessoa também é você, ou com instead: true para entrar como a pessoa do link. Ele não foi usado.',
  'This control plane presents a certificate of the operator, and has no authority of its own.':
    'Este plano de controle apresenta um certificado do operador e não tem autoridade própria.',
  'This organization accepts only single sign-on. Sign in by your provider. An owner who cannot asks the operator for a link of farol control owner-link.':
    'Esta organização só aceita login único. Entre pelo seu provedor. Um proprietário que não consegue pede ao operador um link de farol control owner-link.',
  'This sign-in took too long, was sent twice, or began in another browser. Start again.':
    'Esta entrada demorou demais, foi enviada duas vezes ou começou em outro navegador. Comece de novo.',
  'This token is restricted to other workloads or environments. An owner or admin creates another one.':
    'Este token está restrito a outros processos ou ambientes. Um proprietário ou administrador cria outro.',
  'This token no longer works, so that nothing can be handed over. Create another one.':
    'Este token já não funciona, e por isso não há o que transferir. Crie outro.',
  'This token was rotated already. Rotate the one that replaced it, or revoke this one to end it now.':
    'Este token já foi renovado. Renove o que o substituiu ou revogue este para encerrá-lo agora.',
  'Too many sign-ins by the provider wait for its answer. Try again in a second.':
    'Entradas demais pelo provedor aguardam a resposta dele. Tente de novo em um segundo.',
  'Your access ended in the meantime. Sign in again, or ask an owner or an admin.':
    'Seu acesso terminou nesse meio-tempo. Entre de novo ou peça a um proprietário ou administrador.',
  'You were removed from this organization, and the provider does not bring you back. An owner or an admin can readmit you under Settings: People.':
    'Você foi removido desta organização, e o provedor não traz você de volta. Um proprietário ou administrador pode readmitir você em Configurações: Pessoas.',
  'Your passkey already signs you in to {} as {}. The link was not used: open it after signing out to be somebody else there.':
    'Sua passkey já dá acesso a {} como {}. O link não foi usado: abra-o depois de sair para ser outra pessoa lá.',
  'Your passkey opens no such organization. After signing in with a link, sign in with a passkey to switch.':
    'Sua passkey não dá acesso a essa organização. Depois de entrar com um link, entre com uma passkey para trocar.',
};

/** What is wrong with a field, as schemas say it. */
export const refusalPhrases: Readonly<Record<string, string>> = {
  'is not a known field': 'não é um campo conhecido',
  'is not a field of this request': 'não é um campo deste pedido',
  'is not valid': 'não é válido',
  'invalid input': 'valor inválido',
  'too small: expected string to have >={} characters': 'o mínimo de caracteres é {}',
  'too big: expected string to have <={} characters': 'o máximo de caracteres é {}',
  'too small: expected array to have >={} items': 'o mínimo de itens é {}',
  'too big: expected array to have <={} items': 'o máximo de itens é {}',
  'too small: expected number to be >={}': 'o mínimo é {}',
  'too big: expected number to be <={}': 'o máximo é {}',
  'must not be nested deeper than {} levels': 'não pode ter mais de {} níveis',
  'must have {} to {} characters': 'deve ter de {} a {} caracteres',
  'must be a string': 'deve ser um texto',
  'was not returned by this list': 'não veio desta lista',
  'must not contain control characters': 'não pode conter caracteres de controle',
  'must not contain control or invisible characters': 'não pode conter caracteres de controle ou invisíveis',
  'must be well-formed Unicode': 'deve ser Unicode bem formado',
  'must be a whole number of seconds from {} to {}': 'deve ser um número inteiro de segundos de {} a {}',
  'must be "head" or "replicate"': 'deve ser "head" ou "replicate"',
  'must be a JSON object': 'deve ser um objeto JSON',
  'must be sha256: and 64 lower-case hexadecimal digits, or a name and @ before that':
    'deve ser sha256: e 64 dígitos hexadecimais minúsculos, ou um nome e @ antes disso',
  'is for read, MCP and incident tokens only': 'vale só para tokens de leitura, de MCP e de incidentes',
  'is for bootstrap tokens only': 'vale só para tokens de bootstrap',
  'is required for a bootstrap token: agent or profiler': 'é obrigatório em um token de bootstrap: agent ou profiler',
  'repeats an earlier one': 'repete um anterior',
  'must be {}: an MCP token asks every read and no write':
    'deve ser {}: um token MCP consulta todas as leituras e nenhuma escrita',
  'must be {} or the name of a write, as GET /api/catalog?access=write lists them':
    'deve ser {} ou o nome de uma escrita, como GET /api/catalog?access=write as lista',
};

const sentences = compileTemplates(refusalSentences, '$');
const phrases = compileTemplates(refusalPhrases, '$');

/** A field and what is wrong with it: `name: is not a known field.` */
const fieldPattern = /^(\S+?)(:?) (.+)\.$/su;

export function refusalPtBr(text: string, code: string) {
  return { whole: translateBy(sentences, text) ?? wordField(text), start: refusalCodes.get(code) };
}

function wordField(text: string): string | undefined {
  const [, field = '', colon = '', what = ''] = fieldPattern.exec(text) ?? [];
  const known = translateBy(phrases, what);
  return known === undefined ? undefined : `${field}${colon} ${known}.`;
}
