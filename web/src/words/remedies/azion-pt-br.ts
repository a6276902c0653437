/** Portuguese for the remedies of the connector azion; `{}` is what differs. */
export const azionRemedies: Readonly<Record<string, string>> = {
  'Name fields with letters and digits only.': 'Indique campos só com letras e dígitos.',
  'Ask for fewer fields in one request: groups and figures count too.':
    'Peça menos campos em um pedido: grupos e valores também contam.',
  'Report the path to Farol: a row has no valid time.':
    'Relate o caminho ao Farol: uma linha não tem um horário válido.',
  'Ask for a narrower window, two hours at most of raw events under much traffic, or for fewer fields; a filter by host does not reduce what Azion reads.':
    'Peça uma janela mais estreita, no máximo duas horas de eventos brutos com muito tráfego, ou menos campos; um filtro por host não reduz o que o Azion lê.',
  'The token has expired. Create another one {}, as the same user, and put it into AZION_TOKEN.':
    'O token expirou. Crie outro {}, com o mesmo usuário, e coloque-o em AZION_TOKEN.',
  'The header Authorization did not arrive: let the proxy at AZION_URL, or another proxy in between, pass it. Do not create another token.':
    'O cabeçalho Authorization não chegou: deixe que o proxy em AZION_URL, ou outro no caminho, o passe. Não crie outro token.',
  'Check {} whether the token still exists. If it does, it was copied incorrectly: a personal token begins with azion and has 40 characters. Put the right one into AZION_TOKEN.':
    'Confira {} se o token ainda existe. Se existir, foi copiado errado: um token pessoal começa com azion e tem 40 caracteres. Coloque o certo em AZION_TOKEN.',
  'Use fields that the dataset has, and filter numbers with numbers: they are listed at https://www.azion.com/en/documentation/devtools/graphql-api/features/. Fields that are returned beside a figure must be in groupBy.':
    'Use campos que o conjunto de dados tem e filtre números com números: eles estão em https://www.azion.com/en/documentation/devtools/graphql-api/features/. Campos devolvidos ao lado de um valor precisam estar em groupBy.',
  'Azion did not answer the query: ask for another dataset or fewer fields, and check whether the account subscribes to the product of this dataset.':
    'O Azion não respondeu à consulta: peça outro conjunto de dados ou menos campos, e confira se a conta assina o produto deste conjunto.',
  'Azion does not accept this request: check the fields and the types of the values in filters.':
    'O Azion não aceita este pedido: confira os campos e os tipos dos valores em filters.',
  'Unset AZION_URL, or set it to a proxy of https://api.azion.com itself, without /v4.':
    'Remova AZION_URL, ou defina-a com um proxy do próprio https://api.azion.com, sem /v4.',
  'Filter a field only once with each operator; to match any of several values, use the operator in.':
    'Filtre um campo só uma vez com cada operador; para casar com qualquer um de vários valores, use o operador in.',
  'Leave {} out: it may hold headers, cookies, bodies or sessions of other people, which are not returned.':
    'Deixe {} de fora: pode conter cabeçalhos, cookies, corpos ou sessões de outras pessoas, que não são devolvidos.',
  'Leave {} out: window selects the time, every row has its time, and compute selects figures.':
    'Deixe {} de fora: window escolhe o período, cada linha tem o seu horário, e compute escolhe os valores.',
  'Give {} to the team of the user who owns the token, {}. Do not create another token: it would lack the same permission.':
    'Dê {} à equipe do usuário dono do token, {}. Não crie outro token: faltaria a ele a mesma permissão.',
  'Unset AZION_URL, or set it to a proxy of https://api.azion.com: the server returned a web page.':
    'Remova AZION_URL, ou defina-a com um proxy de https://api.azion.com: o servidor devolveu uma página web.',
  '{} Give the team of its owner the permissions for {}, in the Azion Console under Teams Permissions. Do not create another token.':
    '{} Dê à equipe do dono dele as permissões para {}, no Azion Console, em Teams Permissions. Não crie outro token.',
  'The token is valid: {} accepts it.': 'O token é válido: {} o aceita.',
  'The token is valid: {} accept it.': 'O token é válido: {} o aceitam.',
};
