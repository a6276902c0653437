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
};
