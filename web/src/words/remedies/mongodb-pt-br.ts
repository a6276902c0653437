/** Portuguese for the remedies of the connector mongodb; `{}` is what differs. */
export const mongodbRemedies: Readonly<Record<string, string>> = {
  'Correct the request: {}': 'Corrija o pedido: {}',
  'Correct MONGO_URI. {}': 'Corrija MONGO_URI. {}',
  'Ask for less in one request, or send two.': 'Peça menos em um pedido, ou envie dois.',
  'Turn on access control in the database, create a user with the role read, and put it into MONGO_URI. Without it, anybody who can reach the database may do everything.':
    'Ative o controle de acesso no banco de dados, crie um usuário com o papel read e coloque-o em MONGO_URI. Sem isso, qualquer um que alcance o banco pode fazer tudo.',
  'Configure the database for TLS and add tls=true to MONGO_URI.':
    'Configure o banco de dados para TLS e acrescente tls=true a MONGO_URI.',
  'Create a separate user for the Agent, with the role read on the databases to be read and no other role.':
    'Crie um usuário separado para o Agent, com o papel read nos bancos que devem ser lidos e nenhum outro papel.',
  'Grant the user the role read on the databases to be read: those it may not read are omitted without notice. The check privileges shows what it may read.':
    'Conceda ao usuário o papel read nos bancos que devem ser lidos: os que ele não pode ler são omitidos sem aviso. A verificação privileges mostra o que ele pode ler.',
  'Put the user name and password into MONGO_URI: the database requires authentication, and MONGO_URI carries none.':
    'Coloque o nome de usuário e a senha em MONGO_URI: o banco exige autenticação, e MONGO_URI não tem nenhuma.',
  'Compare user name and password in MONGO_URI (percent-encoded) and authSource, the database in which the user was created: the database does not say which of them is wrong. Usually authSource is admin.':
    'Compare usuário e senha em MONGO_URI (com percent-encoding) e authSource, o banco em que o usuário foi criado: o banco não diz qual deles está errado. Em geral authSource é admin.',
  'Remove authMechanism from MONGO_URI, or set the one that this user was created for.':
    'Remova authMechanism de MONGO_URI, ou defina o mecanismo para o qual este usuário foi criado.',
  'See documents.listCollections for the existing names; they are case-sensitive.':
    'Veja em documents.listCollections os nomes existentes; maiúsculas e minúsculas são diferentes.',
  'Ask about the collection below the view: a view has no indexes and no size of its own.':
    'Pergunte sobre a coleção por trás da view: uma view não tem índices nem tamanho próprios.',
  'Name a database and a collection as documents.listCollections returns them.':
    'Indique um banco e uma coleção como documents.listCollections os devolve.',
  'Ask so that an index can be used: check documents.explain, filter on the first field of an index, or ask for less.':
    'Pergunte de modo que um índice possa ser usado: confira documents.explain, filtre pelo primeiro campo de um índice, ou peça menos.',
  'Ask for less: filter first, project fewer fields, and sort by an index. The Agent does not let the database write to disk for a request.':
    'Peça menos: filtre primeiro, projete menos campos e ordene por um índice. O Agent não deixa o banco gravar em disco por um pedido.',
  'Use another operation: this database, release or tier does not have the command.':
    'Use outra operação: este banco, versão ou plano não tem o comando.',
  'Ask about a database by its name: this system lists databases only to users with the privilege listDatabases on the cluster. Do not rotate the password: the sign-in worked.':
    'Pergunte sobre um banco pelo nome: este sistema lista bancos só para usuários com o privilégio listDatabases no cluster. Não troque a senha: a entrada funcionou.',
  'Grant the user the role read on {}: it may not run {} there. Do not rotate the password: the sign-in worked.':
    'Conceda ao usuário o papel read em {}: ele não pode executar {} lá. Não troque a senha: a entrada funcionou.',
  'In Atlas, under Database Access, give the user the role read on {}: it may not run {} there. Do not rotate the password.':
    'No Atlas, em Database Access, dê ao usuário o papel read em {}: ele não pode executar {} lá. Não troque a senha.',
  'Wait as long as it says before you retry: the database is rejecting requests.':
    'Espere o tempo que ele indica antes de tentar de novo: o banco está recusando pedidos.',
  'Retry in a minute: the member is not the primary, or is recovering. If this continues, check the state of the replica set, and remove directConnection or readPreference=primary from MONGO_URI.':
    'Tente de novo em um minuto: o membro não é o primário, ou está em recuperação. Se continuar, verifique o estado do replica set e remova directConnection ou readPreference=primary de MONGO_URI.',
  'Retry in a minute: the member is shutting down or stepping down.':
    'Tente de novo em um minuto: o membro está sendo encerrado ou deixando de ser primário.',
  'Check the deployment itself: the member cannot reach the shard or member that it needs.':
    'Verifique a própria implantação: o membro não alcança o shard ou membro de que precisa.',
  'Look up the number in the list of error codes of the database and check its log; the configuration is not the cause.':
    'Procure o número na lista de códigos de erro do banco e veja o log dele; a configuração não é a causa.',
  'Report it: the driver failed in an unknown way.': 'Relate o problema: o driver falhou de um modo desconhecido.',
  'The host name does not resolve from here; check the hosts of MONGO_URI and the DNS of this network ({}).':
    'O nome do host não é resolvido a partir daqui; confira os hosts de MONGO_URI e o DNS desta rede ({}).',
  'The connection was refused; check host and port in MONGO_URI, and that the database is running ({}).':
    'A conexão foi recusada; confira host e porta em MONGO_URI, e se o banco está em execução ({}).',
  'No member answered in time: allow connections from this Agent to {}. {} {}':
    'Nenhum membro respondeu no prazo: permita conexões deste Agent a {}. {} {}',
  'The server ended the TLS handshake ({}). {} {}': 'O servidor encerrou o handshake TLS ({}). {} {}',
  'The certificate is not valid at this time; renew it, or set the clock of this machine ({}).':
    'O certificado não é válido neste momento; renove-o, ou acerte o relógio desta máquina ({}).',
  'The certificate is for another host name; write the hosts in MONGO_URI as the certificate names them ({}).':
    'O certificado é para outro nome de host; escreva os hosts em MONGO_URI como o certificado os nomeia ({}).',
  'The certificate is not trusted; put its authority into the file in RUNNER_CA_FILE ({}).':
    'O certificado não é confiável; coloque a autoridade dele no arquivo de RUNNER_CA_FILE ({}).',
  'One side uses TLS and the other does not, or the versions differ: compare tls in MONGO_URI with the TLS settings of the database ({}).':
    'Um lado usa TLS e o outro não, ou as versões diferem: compare tls em MONGO_URI com a configuração de TLS do banco ({}).',
  'The connection was closed ({}). If that happens every time: {}, and check the firewalls in between. {}':
    'A conexão foi fechada ({}). Se isso acontece sempre: {}, e verifique os firewalls no caminho. {}',
  'In Atlas, check Database Access: the user must be a database user of this project (not the account you sign in with), with this cluster among its resources. Then compare the password in MONGO_URI, which must be percent-encoded; set a new one only if it is lost.':
    'No Atlas, confira Database Access: o usuário precisa ser um usuário de banco deste projeto (não a conta com que você entra), com este cluster entre os recursos dele. Depois compare a senha em MONGO_URI, que precisa estar com codificação percentual; defina outra só se ela se perdeu.',
};
