/**
 * Portuguese for what the collector writes about a probe that did not measure and about stacks that end early. `{}` is
 * what differs from one time to the next. A test holds the list against the sources of the collector.
 */

/** Whole sentences, of which several may follow each other. */
export const collectorSentences: Readonly<Record<string, string>> = {
  'HotSpot describes inlined methods only at safepoints, so time in them counts for the compiled method that contains them. Start Java with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints to distinguish them.':
    'O HotSpot descreve métodos embutidos (inlining) só em safepoints, por isso o tempo neles conta para o método compilado que os contém. Inicie o Java com -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints para distingui-los.',
  'What the target asks its allocator for is not known.': 'Não se sabe o que o alvo pede ao alocador.',
  'Which capabilities the target uses is not known; it takes Linux 6.13 or newer.':
    'Não se sabe quais capabilities o alvo usa; é preciso Linux 6.13 ou mais recente.',
  'Which functions the target spends its CPU time in is not known.':
    'Não se sabe em quais funções o alvo gasta tempo de CPU.',
  "The target's time on the CPUs is not known.": 'Não se sabe o tempo do alvo nas CPUs.',
  'Whether the target makes memory executable that no file on disk vouches for is not known.':
    'Não se sabe se o alvo torna executável memória que não vem de um arquivo em disco.',
  'The files that the target makes, renames, removes, or gives other rights or another size are not known.':
    'Não se sabe quais arquivos o alvo cria, renomeia, remove ou muda de permissões ou de tamanho.',
  'The bytes that the target reads from and writes to files, and the time that takes, are not known.':
    'Não se sabe quantos bytes o alvo lê de arquivos e grava neles, nem quanto tempo isso leva.',
  'The files the target opens are not known.': 'Não se sabe quais arquivos o alvo abre.',
  "Which locks the target's threads wait for is not known.": 'Não se sabe por quais locks as threads do alvo esperam.',
  'Which locks goroutines wait for is not known.': 'Não se sabe por quais locks as goroutines esperam.',
  'The collector does not find its own code in its memory.': 'O coletor não encontra o próprio código na sua memória.',
  "Mount /proc in the collector's container.": 'Monte /proc no contêiner do coletor.',
  "How long the target's threads wait for locks inside the kernel is not known.":
    'Não se sabe quanto tempo as threads do alvo esperam por locks do kernel.',
  'How much memory the target asks the kernel for, and gives back, is not known.':
    'Não se sabe quanta memória o alvo pede ao kernel e devolve.',
  'The peers that connect to the target are not known.': 'Não se sabe quais pares se conectam ao alvo.',
  'How much the target exchanges with its peers, and with whom it exchanges datagrams without connecting, is not known.':
    'Não se sabe quanto o alvo troca com seus pares, nem com quem troca datagramas sem se conectar.',
  '{} {} went through io_uring, where this probe does not see them.':
    '{} {} passaram pelo io_uring, onde esta sonda não as vê.',
  '{} reads and writes went through io_submit, where this probe does not see how they end.':
    '{} leituras e gravações passaram pelo io_submit, onde esta sonda não vê como terminam.',
  'There is nothing to repair: what goes through io_submit is not counted by this probe. Switch asynchronous input and output off in the program, if it can be, to have it counted.':
    'Não há nada a consertar: o que passa pelo io_submit não é contado por esta sonda. Desative a entrada e saída assíncrona no programa, se possível, para que seja contado.',
  'The target has a ring for requests (io_uring), and this kernel does not tell what goes through it.':
    'O alvo tem um anel de requisições (io_uring), e este kernel não informa o que passa por ele.',
  'There is nothing to repair: what goes through io_uring is not counted by this probe. Switch io_uring off in the program, if it can be, to have it counted.':
    'Não há nada a consertar: o que passa pelo io_uring não é contado por esta sonda. Desative o io_uring no programa, se possível, para que seja contado.',
  'The peers the target connects to are not known.': 'Não se sabe a quais pares o alvo se conecta.',
  "How long the target's connects take and its connections last, and what is retransmitted, reset or dropped, is not known.":
    'Não se sabe quanto tempo o alvo leva para se conectar, quanto duram suas conexões, nem o que é retransmitido, reiniciado ou descartado.',
  "Where and why the target's threads wait is not known.": 'Não se sabe onde e por que as threads do alvo esperam.',
  "The target's page faults are not known.": 'Não se sabe quais faltas de página o alvo tem.',
  'The programs the target starts are not known.': 'Não se sabe quais programas o alvo inicia.',
  "How the target's processes end is not known.": 'Não se sabe como os processos do alvo terminam.',
  "The target's child processes cannot be followed, so every axis would miss what they do.":
    'Os processos filhos do alvo não podem ser acompanhados; em todos os eixos faltaria o que eles fazem.',
  "How the target's resident memory grows and shrinks is not known.":
    'Não se sabe como a memória residente do alvo cresce e diminui.',
  'The signals sent to the target are not known.': 'Não se sabe quais sinais são enviados ao alvo.',
  "The target's system calls, their errors and latencies are not known.":
    'Não se sabe quais chamadas de sistema o alvo faz, nem seus erros e latências.',

  'Give the collector CAP_BPF and CAP_PERFMON and run it on a kernel with BTF (CONFIG_DEBUG_INFO_BTF=y).':
    'Dê ao coletor CAP_BPF e CAP_PERFMON e execute-o em um kernel com BTF (CONFIG_DEBUG_INFO_BTF=y).',
  'Give the collector CAP_BPF, CAP_PERFMON and run it on a kernel with BTF (CONFIG_DEBUG_INFO_BTF=y); where perf events are refused, lower kernel.perf_event_paranoid to 2.':
    'Dê ao coletor CAP_BPF e CAP_PERFMON e execute-o em um kernel com BTF (CONFIG_DEBUG_INFO_BTF=y); onde eventos de perf são recusados, reduza kernel.perf_event_paranoid para 2.',
  'Give the collector CAP_BPF, CAP_PERFMON and CAP_SYS_PTRACE; where perf events are still refused, lower kernel.perf_event_paranoid to 2.':
    'Dê ao coletor CAP_BPF, CAP_PERFMON e CAP_SYS_PTRACE; onde eventos de perf ainda são recusados, reduza kernel.perf_event_paranoid para 2.',
  'Give the collector CAP_BPF, CAP_PERFMON and CAP_SYS_PTRACE and run it on a kernel with CONFIG_UPROBES=y and BTF (CONFIG_DEBUG_INFO_BTF=y).':
    'Dê ao coletor CAP_BPF, CAP_PERFMON e CAP_SYS_PTRACE e execute-o em um kernel com CONFIG_UPROBES=y e BTF (CONFIG_DEBUG_INFO_BTF=y).',
  'Give the collector CAP_BPF and CAP_PERFMON and run it on Linux {} or newer with BTF (CONFIG_DEBUG_INFO_BTF=y).':
    'Dê ao coletor CAP_BPF e CAP_PERFMON e execute-o em Linux {} ou mais recente, com BTF (CONFIG_DEBUG_INFO_BTF=y).',
  'Give the collector CAP_BPF and CAP_PERFMON and run it on Linux {} or newer with BTF (CONFIG_DEBUG_INFO_BTF=y); where perf events are still refused, lower kernel.perf_event_paranoid to 2.':
    'Dê ao coletor CAP_BPF e CAP_PERFMON e execute-o em Linux {} ou mais recente, com BTF (CONFIG_DEBUG_INFO_BTF=y); onde eventos de perf ainda são recusados, reduza kernel.perf_event_paranoid para 2.',

  'Process {} has a system-call filter, and Linux {} could end it when the return of a function is followed.':
    'O processo {} tem um filtro de chamadas de sistema, e o Linux {} poderia encerrá-lo quando se acompanha o retorno de uma função.',
  'Use Linux 6.14 or newer on this node, or one before 6.11, or do not count allocations of this workload.':
    'Use Linux 6.14 ou mais recente neste nó, ou um anterior a 6.11, ou não conte alocações deste workload.',
  "No process of the target has an allocation function that can be found: none in its libraries, and none among its program's symbols.":
    'Nenhum processo do alvo tem uma função de alocação que possa ser encontrada: nem nas bibliotecas, nem entre os símbolos do programa.',
  'For a static program, keep its symbol table; a runtime that has its own allocator cannot be measured so.':
    'Em um programa estático, mantenha a tabela de símbolos; um runtime com alocador próprio não pode ser medido assim.',
  'Probe {}, which this one needs, is not measuring.': 'A sonda {}, da qual esta depende, não está medindo.',
  'Resolve what probe {} reports.': 'Resolva o que a sonda {} informa.',
  'Its axis was not asked for.': 'O eixo dela não foi pedido.',
  'Name the axis in --axes.': 'Indique o eixo em --axes.',
  'The probe is attached but counted {} where the canary made {} ({}).':
    'A sonda está ativa, mas contou {} onde o canário fez {} ({}).',
  'Run `ptop selftest`; if it persists, report it with the kernel version.':
    'Execute `ptop selftest`; se persistir, relate o problema com a versão do kernel.',
  'The run ended before the probe was proved to fire.': 'A execução terminou antes de se provar que a sonda dispara.',
  'Repeat the capture.': 'Repita a captura.',
  'Permission denied for {}: {}.': 'Permissão negada para {}: {}.',
  'Grant CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH; where AppArmor is on, look in the kernel log for apparmor="DENIED" operation="ptrace" and load the profile that allows ptrace (read).':
    'Dê CAP_SYS_PTRACE e CAP_DAC_READ_SEARCH; onde o AppArmor está ativo, procure no log do kernel por apparmor="DENIED" operation="ptrace" e carregue o perfil que permite ptrace (read).',
  'the object has no program {}.': 'O objeto não tem o programa {}.',
  'the object has no map {}.': 'O objeto não tem o mapa {}.',
  'map {} has another layout than this program expects.': 'O mapa {} tem outro layout do que este programa espera.',
  'Rebuild the collector: its parts are of different versions.':
    'Recompile o coletor: suas partes são de versões diferentes.',
  'The collector does not hold {}.': 'O coletor não tem {}.',
  "Grant {} to the collector file, and check that the container's bounding set holds it and NoNewPrivs is 0.":
    'Dê {} ao arquivo do coletor e verifique se o bounding set do contêiner contém isso e se NoNewPrivs é 0.',
  'The kernel offers no BTF at /sys/kernel/btf/vmlinux.': 'O kernel não oferece BTF em /sys/kernel/btf/vmlinux.',
  'Use a kernel built with CONFIG_DEBUG_INFO_BTF=y.': 'Use um kernel compilado com CONFIG_DEBUG_INFO_BTF=y.',
  '{} failed with {}: the kernel refused the memory.': '{}: falhou com {}; o kernel negou a memória.',
  "{} failed with {}: the kernel's verifier says {}.": '{}: falhou com {}; o verificador do kernel diz {}.',
  '{} failed with {}: this kernel has no {}.': '{}: falhou com {}; este kernel não tem {}.',
  '{} failed with {} ({}).': '{}: falhou com {} ({}).',
  // After those that say more.
  '{} failed with {}.': '{}: falhou com {}.',
  "Raise the memory limit of the collector's container.": 'Aumente o limite de memória do contêiner do coletor.',
  'Report this with the kernel version.': 'Relate isto com a versão do kernel.',
  'Use a newer kernel.': 'Use um kernel mais recente.',
};

/** Parts of sentences: what a probe was doing, what a canary did, why a stack ends, what a language runtime lacks. */
export const collectorPhrases: Readonly<Record<string, string>> = {
  'an unknown error': 'um erro desconhecido',
  'loading the BPF programs': 'Carregar os programas BPF',
  'attaching to the hook': 'Anexar ao gancho',
  'attaching to the perf event': 'Anexar ao evento de perf',
  "attaching to the target's allocator": 'Anexar ao alocador do alvo',
  'attaching to the runtime of Go': 'Anexar ao runtime do Go',
  'attaching the walk': 'Anexar a varredura',
  'starting the walk': 'Iniciar a varredura',
  'running the walk': 'Executar a varredura',
  'using a map': 'Usar um mapa',
  'using the map {}': 'Usar o mapa {}',
  'sharing a hook': 'Compartilhar um gancho',
  'mapping the path ring': 'Mapear o anel de caminhos',
  'reading the path ring': 'Ler o anel de caminhos',
  'mapping the ring for stacks': 'Mapear o anel de pilhas',
  'opening the event for stacks': 'Abrir o evento de pilhas',
  'starting the event for stacks': 'Iniciar o evento de pilhas',
  'opening the event for samples': 'Abrir o evento de amostras',
  'mapping the sample ring': 'Mapear o anel de amostras',
  'starting the event for samples': 'Iniciar o evento de amostras',
  'opening the clock event': 'Abrir o evento de relógio',
  'stopping the clock event': 'Parar o evento de relógio',
  'opening the closing clock event': 'Abrir o evento de relógio final',
  'starting the closing clock event': 'Iniciar o evento de relógio final',
  'stopping the closing clock event': 'Parar o evento de relógio final',
  'opening the page fault event': 'Abrir o evento de faltas de página',
  'stopping the page fault event': 'Parar o evento de faltas de página',
  'reading /proc/self/ns/pid': 'Ler /proc/self/ns/pid',
  'counting the CPUs': 'Contar as CPUs',

  events: 'eventos',
  'connections accepted': 'conexões aceitas',
  'datagrams without connect': 'datagramas sem connect',
  'bytes sent': 'bytes enviados',
  'bytes received over tcp, udp and unix': 'bytes recebidos por tcp, udp e unix',
  'futex waits that time out, and a stack': 'esperas de futex que esgotam o tempo, e uma pilha',
  'calls and returns of a function, and a stack': 'chamadas e retornos de uma função, e uma pilha',
  "starts of the collector's own program": 'inícios do próprio programa do coletor',
  'signals the canary sent itself': 'sinais que o canário enviou a si mesmo',
  "samples for the canary's CPU time": 'amostras do tempo de CPU do canário',
  'checks of a capability that the canary provoked': 'verificações de uma capability que o canário provocou',
  'opens of known paths, absolute and relative': 'aberturas de caminhos conhecidos, absolutos e relativos',
  'mappings of memory that may be shared': 'mapeamentos de memória que pode ser compartilhada',
  'attempts to remove and to rename a file that does not exist':
    'tentativas de remover e de renomear um arquivo que não existe',
  'processes that ended, the canary among them': 'processos que terminaram, entre eles o canário',
  'requests for executable memory without a file': 'pedidos de memória executável sem arquivo',
  'pages the canary made resident, and its other changes':
    'páginas que o canário tornou residentes, e suas outras mudanças',
  'aligned pieces of memory that the canary asked for': 'blocos de memória alinhados que o canário pediu',
  'fresh pages the canary wrote to, and its other faults':
    'páginas novas em que o canário gravou, e suas outras faltas de página',
  'calls of getppid': 'chamadas de getppid',
  'reads and writes': 'leituras e gravações',
  'opens of files': 'aberturas de arquivos',
  'changes of files': 'mudanças de arquivos',
  'attempts to connect': 'tentativas de conexão',
  'accepted connections': 'conexões aceitas',
  'waits for locks': 'esperas por bloqueios',
  'TCP connects that were timed': 'conexões TCP cujo tempo foi medido',
  'resets sent': 'resets enviados',
  'resets received': 'resets recebidos',
  'resets received; the canary could not have a segment lost, to be sent again':
    'resets recebidos; o canário não conseguiu perder um segmento para que fosse reenviado',
  'segments sent again, beside connects and resets': 'segmentos reenviados, além de conexões e resets',
  'waits for a mutex of the kernel, or more': 'esperas por um mutex do kernel, ou mais',
  'TCP connects over loopback: the canary could make none, is the loopback interface up?':
    'conexões TCP por loopback: o canário não conseguiu fazer nenhuma; a interface de loopback está ativa?',
  'TCP sockets that began to connect': 'sockets TCP que começaram a se conectar',
  'connects over tcp, udp and unix': 'conexões por tcp, udp e unix',
  'processes forked': 'processos bifurcados',
  'sleeps, each of at least its time, and a stack':
    'esperas programadas, cada uma de pelo menos o seu tempo, e uma pilha',
  'bytes written to and read from a file of known name': 'bytes gravados em um arquivo de nome conhecido e lidos dele',
  "ns of CPU time by the canary's own clock": 'ns de tempo de CPU pelo próprio relógio do canário',

  'the thread was ending, and its memory had gone before it': 'a thread estava terminando e sua memória já não existia',
  'the process ended or replaced its program before it could be read, or there were too many of them':
    'o processo terminou ou trocou de programa antes de poder ser lido, ou havia processos demais',
  "a thread of the kernel worked for the process, as io_uring's do; it has no stack of the program":
    'uma thread do kernel trabalhou para o processo, como as do io_uring; ela não tem pilha do programa',
  'the stack has more frames than the limit': 'a pilha tem mais quadros que o limite',
  'the stack continues above the copied bytes; a larger copy would go further':
    'a pilha continua acima dos bytes copiados; uma cópia maior iria mais longe',
  "the frame's data is not on the sampled stack": 'os dados do quadro não estão na pilha amostrada',
  'a signal handler ran on a stack of its own, and the stack that it interrupted was not copied':
    'um tratador de sinal rodou em uma pilha própria, e a pilha que ele interrompeu não foi copiada',
  'the language runtime went on on a stack of its own, and the one that it left was not copied':
    'o runtime da linguagem continuou em uma pilha própria, e a que ele deixou não foi copiada',
  'the stack ends in a null return address that nothing marks as the root':
    'a pilha termina em um endereço de retorno nulo que nada marca como a raiz',
  'the unwind information does not lead up the stack': 'as informações de desenrolamento não levam pilha acima',
  'the code has no unwind information and no usable frame pointer':
    'o código não tem informações de desenrolamento nem um frame pointer utilizável',
  'the address is in no executable mapping': 'o endereço não está em nenhum mapeamento executável',
  "the module's unwind information is malformed or exceeds the limits":
    'as informações de desenrolamento do módulo são malformadas ou excedem os limites',
  'the unwind information needs a register that a call does not preserve':
    'as informações de desenrolamento precisam de um registrador que uma chamada não preserva',
  "the module's file cannot be read or has been replaced": 'o arquivo do módulo não pode ser lido ou foi substituído',
  'the process has more modules than the limit': 'o processo tem mais módulos que o limite',
  'the code is of a language runtime that says nothing usable about it':
    'o código é de um runtime de linguagem que não informa nada utilizável sobre ele',
  "the language runtime keeps the thread's other frames outside the stack":
    'o runtime da linguagem guarda os outros quadros da thread fora da pilha',
  'the sample is of another architecture': 'a amostra é de outra arquitetura',

  'The symbols of the JavaScript engine are stripped, so its own routines have no names. Run an executable that has them to see those too.':
    'Os símbolos do motor de JavaScript foram removidos (strip), por isso as rotinas dele não têm nomes. Execute um arquivo que os tenha para vê-las também.',
  'a Ruby that does not say its version is not read': 'um Ruby que não informa sua versão não é lido',
  'Ruby {} is not read': 'o Ruby {} não é lido',
  'the version of this Perl is not known': 'a versão deste Perl não é conhecida',
  'Perl {} is not read': 'o Perl {} não é lido',
  'a Perl that is built for several interpreters without threads is not read':
    'um Perl compilado para vários interpretadores sem threads não é lido',
  'the frames of Perl {} are not where they were expected': 'os quadros do Perl {} não estão onde eram esperados',
  'the structures of Erlang/OTP {} are not known': 'as estruturas do Erlang/OTP {} não são conhecidas',
  'Erlang is read on x86-64 only': 'o Erlang só é lido em x86-64',
  'an Erlang emulator that does not say its version is not understood':
    'um emulador de Erlang que não informa sua versão não é suportado',
  'the emulator of Erlang/OTP {} interprets, and is read only where it compiles':
    'o emulador do Erlang/OTP {} interpreta, e só é lido onde compila',
  'its table of atoms was not found': 'sua tabela de átomos não foi encontrada',
  'its table of code was not found': 'sua tabela de código não foi encontrada',
  'PHP {} was built for debugging, and such builds are not understood':
    'o PHP {} foi compilado para depuração, e essas versões não são suportadas',
  'PHP {} is not understood': 'o PHP {} não é suportado',
  'it has not started': 'ainda não iniciou',
  'its modules are not found, so that its version is not known':
    'seus módulos não foram encontrados, por isso sua versão não é conhecida',
  'where its threads keep their own is not found': 'não se encontrou onde suas threads guardam seus próprios dados',
  'what its executor keeps is not found': 'o que seu executor guarda não foi encontrado',
  'what its executor keeps is not where threads can have it':
    'o que seu executor guarda não está onde as threads podem tê-lo',
  'the function that interprets is not found': 'a função que interpreta não foi encontrada',
  'LuaJIT {} is not understood, only 2.1': 'o LuaJIT {} não é suportado, somente o 2.1',
  'LuaJIT with pointers of 32 bits is not read, only LJ_GC64':
    'o LuaJIT com ponteiros de 32 bits não é lido, somente o LJ_GC64',
  'the structures of this LuaJIT are not understood': 'as estruturas deste LuaJIT não são suportadas',
  'its interpreter was not found in the file': 'seu interpretador não foi encontrado no arquivo',
  'where its threads keep their frames is not known': 'não se sabe onde suas threads guardam seus quadros',
  'the executable does not export {}': 'o executável não exporta {}',
  '{} is out of range': '{} está fora do intervalo',
  'its pointers are compressed to {} bytes, which is not understood':
    'seus ponteiros são comprimidos em {} bytes, o que não é suportado',
  'CPython {} does not describe its structures': 'o CPython {} não descreve suas estruturas',
  'a CPython older than 3.7 is not understood': 'um CPython anterior ao 3.7 não é suportado',
  'a CPython that does not say its version is not understood': 'um CPython que não informa sua versão não é suportado',
  "the interpreter's structures are not those of its version":
    'as estruturas do interpretador não são as da sua versão',
  'the function of the interpreter is not known': 'a função do interpretador não é conhecida',
  'the interpreter describes its structures in an unknown way':
    'o interpretador descreve suas estruturas de um modo desconhecido',
  'CPython {} is not understood': 'o CPython {} não é suportado',
  'a free-threaded CPython is not understood': 'um CPython sem GIL não é suportado',
  'it describes structures that are too large': 'ele descreve estruturas grandes demais',
  'it does not describe the frames of its interpreter': 'ele não descreve os quadros do seu interpretador',
  'it describes the frames of its interpreter in a new way':
    'ele descreve os quadros do seu interpretador de um modo novo',
  'it does not say its version': 'ele não informa sua versão',
  'it is read on x86-64 only': 'só é lido em x86-64',
  'version {} is not known': 'a versão {} não é conhecida',
  'it has not started yet': 'ainda não foi iniciado',
  'version {} is older than {}': 'a versão {} é anterior à {}',
  'it has no code yet, or its code heaps make no sense':
    'ele ainda não tem código, ou seus heaps de código não fazem sentido',
  'it does not describe the size of {}': 'ele não descreve o tamanho de {}',
  'it does not describe {}': 'ele não descreve {}',
  'the file has no symbol {}': 'o arquivo não tem o símbolo {}',
  'its memory cannot be read': 'sua memória não pode ser lida',
  'its tables are malformed': 'suas tabelas são malformadas',
  '{} is not read, so the functions of its runtime are counted as those of the program':
    '{} não é lido; por isso as funções do seu runtime são contadas como as do programa',
  'Java in OpenJ9': 'Java no OpenJ9',
  'JavaScript outside Node': 'JavaScript fora do Node',
  'JavaScript in bun': 'JavaScript no bun',
  'JavaScript in deno': 'JavaScript no deno',
  'Python in PyPy': 'Python no PyPy',
};
