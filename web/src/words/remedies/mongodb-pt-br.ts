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
  'Check that MONGO_URI names a MongoDB of a release that is still maintained; if it does, report the path.':
    'Confira se MONGO_URI indica um MongoDB de uma versão que ainda recebe manutenção; se indicar, relate o caminho.',
  'Correct MONGO_URI: its options contradict each other.': 'Corrija MONGO_URI: as opções dela se contradizem.',
  'Add tls=true: the mechanism PLAIN sends the password in clear text.':
    'Acrescente tls=true: o mecanismo PLAIN envia a senha em texto claro.',
  'Begin it with mongodb:// or mongodb+srv://.': 'Comece-a com mongodb:// ou mongodb+srv://.',
  'Correct the value of its option {}.': 'Corrija o valor da opção {}.',
  'Give mongodb+srv:// exactly one host name, without a port.':
    'Dê a mongodb+srv:// exatamente um nome de host, sem porta.',
  'Give the user a password of at least {} characters: a shorter one cannot be redacted from logs.':
    'Dê ao usuário uma senha de pelo menos {} caracteres: uma mais curta não pode ser ocultada nos logs.',
  'It has the option {}. {}': 'Ela tem a opção {}. {}',
  'List its hosts as host:port, separated by commas; Unix sockets are not accepted. In user name and password every ? and # must be percent-encoded.':
    'Liste os hosts como host:port, separados por vírgulas; sockets Unix não são aceitos. No usuário e na senha, todo ? e todo # precisam de codificação percentual.',
  'Name each of its options once.': 'Indique cada opção uma só vez.',
  'Put the name of a database, or nothing, between the hosts and the question mark.':
    'Coloque o nome de um banco de dados, ou nada, entre os hosts e o ponto de interrogação.',
  'Remove the option: this connector does not know it.': 'Remova a opção: este conector não a conhece.',
  'Replace the placeholder in angle brackets with the user name or password itself.':
    'Substitua o marcador entre os sinais < e > pelo próprio nome de usuário ou senha.',
  'Use a user with a password: authMechanism may be SCRAM-SHA-256, SCRAM-SHA-1 or PLAIN.':
    'Use um usuário com senha: authMechanism pode ser SCRAM-SHA-256, SCRAM-SHA-1 ou PLAIN.',
  'Write each % of its {} as %25: a % must be followed by two hexadecimal digits.':
    'Escreva cada % de: {}, como %25: um % deve ser seguido de dois dígitos hexadecimais.',
  'Write it as mongodb://user:password@host:port/database?options, with every character of user name and password except letters, digits, - . _ and ~ percent-encoded (@ as %40, / as %2F).':
    'Escreva-a como mongodb://user:password@host:port/database?options, com codificação percentual em todo caractere do usuário e da senha que não seja letra, dígito, - . _ ou ~ (@ como %40, / como %2F).',
  'Write its options as name=value, separated by &.': 'Escreva as opções como name=value, separadas por &.',
  'Report it with the release of the database: its explain output has an unknown form.':
    'Relate o problema com a versão do banco de dados: a saída do explain tem uma forma desconhecida.',
  'Leave {} out: code, and values of a deprecated type, are not sent.':
    'Deixe {} de fora: código e valores de um tipo obsoleto não são enviados.',
  'Write an integer beyond 2^53 as {"$numberLong": "{}"}.':
    'Escreva um inteiro além de 2^53 como {"$numberLong": "{}"}.',
  'Write the value as extended JSON, version 2: the name of a type must be the only key of its object.':
    'Escreva o valor como JSON estendido, versão 2: o nome de um tipo deve ser a única chave do objeto dele.',
  'Check that MONGO_URI names a MongoDB; if it does, report the request.':
    'Confira se MONGO_URI indica um MongoDB; se indicar, relate o pedido.',
  'Check what is between the Agent and the database: the server that answered could not prove that it knows the password of the user. No request was sent to it.':
    'Verifique o que há entre o Agent e o banco de dados: o servidor que respondeu não conseguiu provar que conhece a senha do usuário. Nenhum pedido foi enviado a ele.',
  'Correct MONGO_URI: the driver rejects the combination of its options, or the DNS records of its host contradict them.':
    'Corrija MONGO_URI: o driver rejeita a combinação das opções, ou os registros DNS do host as contradizem.',
  'Give each of its pipelines a name that is not an operator.': 'Dê a cada pipeline um nome que não seja um operador.',
  'Give {} as the name of a collection of the same database: other databases are not read.':
    'Informe {} como o nome de uma coleção do mesmo banco de dados: outros bancos não são lidos.',
  'Leave out {}: only stages and operators that are known to be read-only are sent. The guide of this connector lists them.':
    'Deixe de fora {}: só são enviados estágios e operadores que se sabe que só leem. O guia deste conector os lista.',
  'Leave {} out of {}: {} are known, and other databases are not read.':
    'Deixe {} de fora de {}: são conhecidos {}, e outros bancos de dados não são lidos.',
  'Name another collection in {}: those that begin with system. belong to the database itself.':
    'Indique outra coleção em {}: as que começam com system. pertencem ao próprio banco de dados.',
  'Write a stage as an object with its name as the only key.':
    'Escreva um estágio como um objeto com o nome dele como única chave.',
  'Write it as a list of stages.': 'Escreva-o como uma lista de estágios.',
  'Write it as an object of pipelines.': 'Escreva-o como um objeto de pipelines.',
  'Write it as an object.': 'Escreva-o como um objeto.',
  'Grant the user the role read on the databases to be read; it has {}. Do not rotate the password: the sign-in worked.':
    'Conceda ao usuário o papel read nos bancos de dados que devem ser lidos; ele tem {}. Não troque a senha: o login funcionou.',
  'Correct replicaSet in MONGO_URI: the members that answered belong to a set with another name, or to none. Leave it out to read a single server with directConnection=true.':
    'Corrija replicaSet em MONGO_URI: os membros que responderam pertencem a um conjunto com outro nome, ou a nenhum. Deixe-o de fora para ler um único servidor com directConnection=true.',
  'In Atlas, check Network Access: the address that this Agent sends from must be in the IP access list, or the Agent must reach the private endpoint.':
    'No Atlas, verifique Network Access: o endereço de onde este Agent envia precisa estar na IP access list, ou o Agent precisa alcançar o private endpoint.',
  'Members answered, but none of the kind that readPreference requires: check the state of the replica set, or set readPreference=secondaryPreferred in MONGO_URI.':
    'Membros responderam, mas nenhum do tipo que readPreference exige: verifique o estado do replica set, ou defina readPreference=secondaryPreferred em MONGO_URI.',
  'The DNS of this network did not answer for the records of {}: check it, or list the hosts in MONGO_URI with mongodb:// instead of mongodb+srv://.':
    'O DNS desta rede não respondeu pelos registros de {}: verifique-o, ou liste os hosts em MONGO_URI com mongodb:// em vez de mongodb+srv://.',
  'The DNS of this network has no such record: copy the connection string again from the vendor’s page, or, if the network blocks SRV records, list the hosts with mongodb:// instead of mongodb+srv://.':
    'O DNS desta rede não tem esse registro: copie de novo a string de conexão da página do fornecedor ou, se a rede bloqueia registros SRV, liste os hosts com mongodb:// em vez de mongodb+srv://.',
  'The password and the roles of the user are not the cause.': 'A senha e os papéis do usuário não são a causa.',
  'Upgrade the database to MongoDB 4.2 or later: the server is too old for the driver.':
    'Atualize o banco de dados para o MongoDB 4.2 ou mais recente: o servidor é antigo demais para o driver.',
  'Set authSource={} in MONGO_URI: the user was created there. Do not rotate the password: it is right.':
    'Defina authSource={} em MONGO_URI: o usuário foi criado ali. Não troque a senha: ela está certa.',
  'No member answered in time: allow connections from this Agent to {}. {}':
    'Nenhum membro respondeu no prazo: permita conexões deste Agent a {}. {}',
  'The server ended the TLS handshake ({}). {}': 'O servidor encerrou o handshake TLS ({}). {}',
};
