/** Portuguese for the remedies of the connector cloudflare; `{}` is what differs. */
export const cloudflareRemedies: Readonly<Record<string, string>> = {
  'Use the full name of a zone, which contains no colon.': 'Use o nome completo de uma zona, que não tem dois-pontos.',
  'What is in CLOUDFLARE_API_TOKEN does not have the form of an API token. Copy it again {}; a global API key is not accepted.':
    'O que está em CLOUDFLARE_API_TOKEN não tem a forma de um token de API. Copie-o de novo {}; uma chave de API global não é aceita.',
  'Add the address that the Agent sends from to Client IP Address Filtering of the token {}. Do not rotate the token: it is valid.':
    'Acrescente o endereço de onde o Agent envia a Client IP Address Filtering do token {}. Não troque o token: ele é válido.',
  'The token was rolled, disabled or deleted, or has expired: check its status {}, and put the active one into CLOUDFLARE_API_TOKEN.':
    'O token foi renovado, desabilitado ou excluído, ou expirou: confira o status dele {} e coloque o token ativo em CLOUDFLARE_API_TOKEN.',
  'Give the token {}, and this zone under Zone Resources, {}. Do not rotate the token unless its check says so.':
    'Dê ao token {}, e esta zona em Zone Resources, {}. Não troque o token, a menos que a verificação dele indique isso.',
  'Check the permissions and the Zone Resources of the token {}. If they are right, something between the Agent and CLOUDFLARE_URL refused the request.':
    'Confira as permissões e Zone Resources do token {}. Se estiverem certas, algo entre o Agent e CLOUDFLARE_URL recusou o pedido.',
  'See dns.listZones for the zones that the token can see: this one does not exist, or it was not given to the token.':
    'Veja em dns.listZones as zonas que o token vê: esta não existe ou não foi dada ao token.',
  'Cloudflare does not accept this name or type: use a full domain name and a record type that it knows.':
    'O Cloudflare não aceita este nome ou tipo: use um nome de domínio completo e um tipo de registro que ele conheça.',
  'Add the zones to be read under Zone Resources of the token, on its page under API Tokens. Its permissions are not the cause.':
    'Acrescente as zonas que devem ser lidas em Zone Resources do token, na página dele em API Tokens. As permissões dele não são a causa.',
  'Create a new token with the same permissions and zones before that, and put it into CLOUDFLARE_API_TOKEN.':
    'Antes disso, crie um token novo com as mesmas permissões e zonas e coloque-o em CLOUDFLARE_API_TOKEN.',
  'Give the id of a zone, 32 hexadecimal digits, as dns.listZones returns it; its name is not accepted.':
    'Informe o id de uma zona, 32 dígitos hexadecimais, como dns.listZones o devolve; o nome dela não é aceito.',
  'Cloudflare counts more entries than its pages hold: retry with a lower limit; if it happens again, report it.':
    'A Cloudflare conta mais entradas do que há nas páginas dela: tente de novo com um limite menor; se acontecer outra vez, relate o problema.',
  'Unset CLOUDFLARE_URL, or set it to the API itself: its path ends in /client/v4.':
    'Remova CLOUDFLARE_URL, ou defina-a com a própria API: o caminho dela termina em /client/v4.',
  'Cloudflare calls the token {}. Create another one with the same permissions and zones, and put it into CLOUDFLARE_API_TOKEN.':
    'A Cloudflare diz que o token está {}. Crie outro com as mesmas permissões e zonas e coloque-o em CLOUDFLARE_API_TOKEN.',
  'The token is active: give it the permission and the zones it lacks. Do not rotate it.':
    'O token está ativo: dê a ele a permissão e as zonas que faltam. Não o troque.',
};
