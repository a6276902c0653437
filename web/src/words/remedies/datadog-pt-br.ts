/** Portuguese for the remedies of the connector datadog; `{}` is what differs. */
export const datadogRemedies: Readonly<Record<string, string>> = {
  'Set DATADOG_SITE to one of {}.': 'Defina DATADOG_SITE como um de {}.',
  'Lower the limits of groupBy: their product may be {} at most.':
    'Reduza os limites de groupBy: o produto deles pode ser no máximo {}.',
  'Set stepSec to {} or more, narrow the window, or raise limit.':
    'Defina stepSec como {} ou mais, reduza a janela ou aumente limit.',
  'If logs are sent here: add logs_read_index_data to the application key and its owner, and check the restriction queries of the owner under Organization Settings, Roles: either can hide every line without an error. If logs are not used, add logs_read_data to DATADOG_UNUSED_SCOPES.':
    'Se logs são enviados para cá: acrescente logs_read_index_data à chave de aplicação e ao dono dela, e confira as restriction queries do dono em Organization Settings, Roles: qualquer um dos dois pode ocultar todas as linhas sem erro. Se logs não são usados, acrescente logs_read_data a DATADOG_UNUSED_SCOPES.',
  'Leave it out: this source selects by tags, with tagFilter.':
    'Deixe-o de fora: esta fonte seleciona por tags, com tagFilter.',
  'Leave it out: monitors have no regions here.': 'Deixe-o de fora: aqui os monitores não têm regiões.',
  'To list API keys, set DATADOG_READ_API_KEYS to on and add api_keys_read to the application key. Nothing was sent.':
    'Para listar chaves de API, defina DATADOG_READ_API_KEYS como on e acrescente api_keys_read à chave de aplicação. Nada foi enviado.',
  'The header DD-API-KEY did not arrive: let the proxy at DATADOG_URL, or another proxy in between, pass it. Do not rotate the keys.':
    'O cabeçalho DD-API-KEY não chegou: deixe que o proxy em DATADOG_URL, ou outro no caminho, o passe. Não troque as chaves.',
  'Compare DATADOG_SITE with the address of your web pages first. If it is right, find the key of DATADOG_APP_KEY under Organization Settings, Application Keys: it was revoked, or its owner is disabled.':
    'Compare antes DATADOG_SITE com o endereço das suas páginas web. Se estiver certo, procure a chave de DATADOG_APP_KEY em Organization Settings, Application Keys: ela foi revogada ou o dono dela está desabilitado.',
  'The answer is the same for a wrong site, a wrong key and a missing scope. Compare DATADOG_SITE with the address of your web pages first; the health check api_key gives more detail. Only then: {}':
    'A resposta é a mesma para um site errado, uma chave errada e um escopo que falta. Compare antes DATADOG_SITE com o endereço das suas páginas web; a verificação api_key dá mais detalhes. Só depois: {}',
  'Check the id or name. Datadog gives the same answer for what the owner of the application key may not see.':
    'Confira o id ou o nome. O Datadog dá a mesma resposta para o que o dono da chave de aplicação não pode ver.',
  'This API does not exist at the address. If DATADOG_URL is set, it must lead to https://api.<site>, with /api/v1 and /api/v2 below it. If it is not set, the site may not offer this API yet.':
    'Esta API não existe no endereço. Se DATADOG_URL estiver definida, ela precisa levar a https://api.<site>, com /api/v1 e /api/v2 abaixo. Se não estiver, talvez o site ainda não ofereça esta API.',
  'Ask for a test of another type: this source returns results of API and browser tests only.':
    'Peça um teste de outro tipo: esta fonte devolve resultados só de testes de API e de navegador.',
  'Nothing to do unless this product is used; in that case, remove {} from DATADOG_UNUSED_SCOPES.':
    'Nada a fazer, a menos que este produto seja usado; nesse caso, remova {} de DATADOG_UNUSED_SCOPES.',
  'Group by something other than {}, such as @usr.id or @geo.country: what identifies a person is not returned.':
    'Agrupe por algo diferente de {}, como @usr.id ou @geo.country: o que identifica uma pessoa não é devolvido.',
  'Group by the path of the address, such as @view.url_path: what users typed after it is not returned.':
    'Agrupe pelo caminho do endereço, como @view.url_path: o que os usuários digitaram depois dele não é devolvido.',
  'Nothing to do. Do not add api_keys_read to the application key, or set DATADOG_READ_API_KEYS to on to use it.':
    'Nada a fazer. Não acrescente api_keys_read à chave de aplicação, ou defina DATADOG_READ_API_KEYS como on para usá-lo.',
  'Datadog gave no reason.': 'O Datadog não deu um motivo.',
  'Wait as long as it says before you retry; send fewer requests, or ask for more per request.{}':
    'Espere o tempo que ele indica antes de tentar de novo; envie menos pedidos ou peça mais em cada um.{}',
  'Datadog returns the same results repeatedly: report it, and narrow the window meanwhile.':
    'O Datadog devolve os mesmos resultados repetidamente: relate o problema e, enquanto isso, reduza a janela.',
  'Group by something other than {}: headers and credentials in spans are not returned.':
    'Agrupe por algo diferente de {}: cabeçalhos e credenciais em spans não são devolvidos.',
  'The server returned a web page: a sign-in page, or the web pages of Datadog. The API is at https://api.<site>.':
    'O servidor devolveu uma página web: uma página de login, ou as páginas web do Datadog. A API está em https://api.<site>.',
  'Add {}{}: {}. {}{}': 'Acrescente {}{}: {}. {}{}',
  'Check first that DATADOG_SITE is the site in the address of your web pages; to have the key tried at the other sites of the vendor, set DATADOG_TRY_OTHER_SITES to on. Only if the site is right: {}':
    'Primeiro confira se DATADOG_SITE é o site no endereço das suas páginas web; para que a chave seja testada nos outros sites do fornecedor, defina DATADOG_TRY_OTHER_SITES como on. Só se o site estiver certo: {}',
  'Check first that DATADOG_URL leads to the site of your organization. {}':
    'Primeiro confira se DATADOG_URL leva ao site da sua organização. {}',
  'Check under Organization Settings, API Keys, whether it was revoked or disabled.':
    'Verifique em Organization Settings, API Keys, se ela foi revogada ou desabilitada.',
  'No other site that answered knows it either. {}': 'Nenhum outro site que respondeu a conhece. {}',
  'Site and keys are right: {} can be read with them. {}':
    'O site e as chaves estão certos: {} pode ser lido com elas. {}',
  'The API key is valid at {}, but the key in DATADOG_APP_KEY can read neither monitors nor metrics.{} Find it under Organization Settings, Application Keys: it was revoked, it belongs to another organization, its owner is disabled, or its scopes include none of those needed. Leave the API key as it is.':
    'A chave de API é válida em {}, mas a chave em DATADOG_APP_KEY não pode ler monitores nem métricas.{} Procure-a em Organization Settings, Application Keys: ela foi revogada, pertence a outra organização, o dono dela está desabilitado, ou os escopos dela não incluem nenhum dos necessários. Deixe a chave de API como está.',
  'The API key is valid at {}: set DATADOG_SITE to that. Do not rotate the keys, and leave the scopes as they are.':
    'A chave de API é válida em {}: defina DATADOG_SITE com isso. Não troque as chaves, e deixe os escopos como estão.',
  'The key in DATADOG_API_KEY is unknown at {}. {}{} Scopes are not the cause.':
    'A chave em DATADOG_API_KEY é desconhecida em {}. {}{} Os escopos não são a causa.',
  'The role of its owner must hold it too. Do not rotate the keys.':
    'O papel do dono dela também precisa tê-lo. Não troque as chaves.',
  'This application key has scopes, and metrics then need timeseries_query and metrics_read: {}. {}':
    'Esta chave de aplicação tem escopos, e então as métricas precisam de timeseries_query e metrics_read: {}. {}',
  '{} is not activated for this organization, or its site does not offer it: activate it, or add its scope to DATADOG_UNUSED_SCOPES. Keys and scopes are not the cause.':
    '{} não está ativado para esta organização, ou o site dela não o oferece: ative-o, ou acrescente o escopo dele a DATADOG_UNUSED_SCOPES. As chaves e os escopos não são a causa.',
  "The limit of the organization is {}; the vendor's support can raise it.":
    'O limite da organização é {}; o suporte do fornecedor pode aumentá-lo.',
  'If this product is not used, add {} to DATADOG_UNUSED_SCOPES instead.':
    'Se este produto não for usado, acrescente {} a DATADOG_UNUSED_SCOPES em vez disso.',
  'By their form, DATADOG_API_KEY and DATADOG_APP_KEY may be swapped: check that first.':
    'Pela forma delas, DATADOG_API_KEY e DATADOG_APP_KEY podem estar trocadas: confira isso primeiro.',
  "The limit of the organization is {} in {} s{}; the vendor's support can raise it.":
    'O limite da organização é {} em {} s{}; o suporte do fornecedor pode aumentá-lo.',
};
