import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isNode, nodesOf, sourcesIn, wordsOf } from '../../../scripts/generate/scan-source.ts';
import { healthyBoot } from '../../../profiler/host/boot/healthy-boot.ts';
import { type BootFacts, judgeBoot } from '../../../profiler/host/boot/judge-boot.ts';
import { describeHealth } from '../../../profiler/host/report-health.ts';
import { WordTracer } from '../../../scripts/generate/trace-words.ts';
import { faultTable } from '../../../src/core/fault.ts';
import { allRemedies } from './remedies/all-remedies-pt-br.ts';
import { remedyPhrases } from './remedies/phrases-pt-br.ts';
import { phrasePtBr, remedyPtBr } from './remedies-pt-br.ts';

const folders = ['src/agent', 'src/cloud', 'src/connector', 'src/core', 'src/secrets', 'src/tunnel', 'connectors'];
const sources = folders.flatMap((folder) => sourcesIn(folder).filter((file) => !file.includes('/upstream/')));
const tracer = new WordTracer(sources);

/**
 * Printed on the machine of an instance, which then ends or has no page: what boot refuses, the report of `farol doctor`,
 * an audit log that cannot be opened, settings of secrets, and what keeps it from its control plane.
 */
const printedOnly =
  /^src\/(?:agent\/(?:audit|boot|doctor)\/|secrets\/(?:bootstrap-token|ignored-files|secret-reference|stores\/store-reader)\.ts|tunnel\/(?:identity|instance|doctor)\/|tunnel\/session\/(?:refusal|client-session)\.ts)/u;
const shown = sources.filter((file) => !printedOnly.test(file));

/** What becomes a member or a constant of the name, wherever it is written. */
function namedIn(file: string, name: string): string[] {
  const members = tracer.nodesOf(file, 'Property').filter(({ key }) => isNode(key) && key['name'] === name);
  const constants = tracer.nodesOf(file, 'VariableDeclarator').filter(({ id }) => isNode(id) && id['name'] === name);
  return [...members.map(({ value }) => value), ...constants.map(({ init }) => init)].flatMap((value) =>
    tracer.trace(file, value),
  );
}

/** What the source writes as a remedy: of a fault, or of a row of symptoms. */
function remediesIn(file: string): string[] {
  const thrown = tracer
    .nodesOf(file, 'NewExpression')
    .filter(({ callee }) => isNode(callee) && callee['name'] === 'Fault')
    .flatMap((made) => tracer.trace(file, (made['arguments'] as readonly unknown[])[2]));
  return [...thrown, ...namedIn(file, 'remedy')];
}

/** What has no words of its own is made of others, and one word is a name. */
function wordsFrom(files: readonly string[], find: (file: string) => string[]): string[] {
  const trimmed = files.flatMap(find).map((words) => words.trim());
  return [...new Set(trimmed)].filter((words) => /\w/u.test(words) && words.includes(' '));
}

const isSentence = (words: string): boolean => /^[A-Z…].*(?:[.!?]|[.!?…] …+)$/su.test(words);
const written = wordsFrom(shown, remediesIn);
const remedies = written.filter(isSentence);

const addStatement =
  'Add the statement {} to the policy; do not rotate the credential. The identity is {}. Run `farol policy print aws` for its text. If you do not want its operations, leave it out: nothing else needs it.{}';
const grantBrowse = 'Grant Browse Projects to the account {}. Do not rotate the token: it is valid.';
/** What is put together in another way than it is written, each with what it makes. */
const composed = new Map([
  ['{}grant Browse Projects to the account {}. Do not rotate the token: it is valid.', grantBrowse],
  ['Check that {} exist{}, and', `Check that {} exist{}, and ${grantBrowse.replace('Grant', 'grant')}`],
  ['Line {}, column {}{}:', 'Line {}, column {}{}: {}'],
  ['{} of {} actions are allowed', '{} of {} actions are allowed{}.'],
  ['{} are not judged yet', ', {} are not judged yet{}'],
  ['{} are never tested', ', {} are never tested{}'],
  ['the results for {} are old', ', the results for {} are old'],
  ['too little ({})', 'too little ({}){}'],
  [
    'No member answered in time: allow connections from this Agent to {}. {} {}',
    'No member answered in time: allow connections from this Agent to {}. {}',
  ],
  ['The server ended the TLS handshake ({}). {} {}', 'The server ended the TLS handshake ({}). {}'],
  [addStatement.replace('the statement', '{}'), addStatement],
  ['The token is valid: {} {} it.', 'The token is valid: {} accepts it.'],
  [
    'Add {} to {} {}. Do not rotate the credential.',
    'Add {} to the policy of {} (run `farol policy print aws` for the text). Do not rotate the credential.',
  ],
  ['and others', '{} and others'],
  ['and logs_read_index_data', '{} and logs_read_index_data'],
  ['(with its path, if the role has one)', '{} (with its path, if the role has one)'],
  ['or on the dataset of the export', '{} or on the dataset of the export'],
  ['and that {} is among its repositories', '{} and that {} is among its repositories'],
  ['the statement', addStatement],
  ['the BI statement', addStatement.replace('the statement', 'the BI statement')],
  ['data catalog', 'the data catalog'],
  ['encryption key', 'the encryption key'],
  ['identity policy', 'the identity policy'],
  ['{} in {}', 'the stage {} in {}'],
  ['{} in {} s{}', "The limit of the organization is {} in {} s{}; the vendor's support can raise it."],
]);
const templateOf = (words: string): string => {
  const template = words.replaceAll('…', '{}');
  return composed.get(template) ?? template;
};

/** Put together, or chosen by what an answer says, which is not traced. */
const computed = [
  'require no external id, because none is set',
  'require the external id {}',
  'the account of the role',
  'the role',
  'The account is {}, read as {}.',
  'The token is valid: {} accept it.',
  'Add {} to the statement {} of the policy of {} (run `farol policy print aws` for the text). Do not rotate the credential.',
  'and too much ({})',
  '{}: {}',
  'client certificate',
  'KUBERNETES_SERVICE_HOST is not set',
  '{} cannot be read',
  'the results bucket',
  'the storage of the table',
  '{} names another data source',
  '{} names another instance',
  'The refresh token was sent to Slack at {} and no answer was stored: Slack may have renewed the token while the answer was lost or the Agent ended. {}',
];

/** Names, commands and screens of vendors, which are spelt as the vendor does. */
const names = new Set([
  'applications, get',
  'aws eks create-access-entry --cluster-name {} --region {} --principal-arn {} --type STANDARD --kubernetes-groups {}',
  'Billing, Account management, Add principal',
  'Contents: read',
  'https://api.atlassian.com/ex/jira/<cloud id>',
  'kubectl create clusterrolebinding farol-read-agent --clusterrole={} {}',
  'id.atlassian.com → Security → API tokens',
  'Lake Formation',
  'Real User Monitoring',
  's3:GetObject, s3:PutObject, s3:ListBucket',
  'skipped: {}',
  'Synthetic Monitoring',
  'the {}',
  'View Edge Applications',
  'View Edge Connectors',
  'View Real-Time Events',
  'View Real-Time Metrics',
  'View Workloads',
]);

/** Made of parts that agree in English only, or of nothing but what is filled in. They stay English, and are marked. */
const ofParts = ['{} {} can be listed.', '{} {} {} missing.', '{}, in {}.', '{}, not a fine-grained one. {}{}{} {}'];
const summaries = wordsFrom(
  shown.filter((file) => !file.endsWith('manifest.ts')),
  (file) => namedIn(file, 'summary'),
);
const skipped = wordsFrom(
  shown.filter((file) => file.startsWith('connectors/') && file.endsWith('manifest.ts')),
  (file) => namedIn(file, 'skipped'),
).map((words) => `skipped: ${words}`);
const verdicts = wordsFrom(
  shown.filter((file) => file.startsWith('connectors/')),
  (file) => [...namedIn(file, 'unjudged'), ...(file.includes('/health/') ? namedIn(file, 'because') : [])],
).filter((words) => !names.has(templateOf(words)));
const found = [...summaries, ...skipped, ...verdicts];
const findings = [...summaries.filter(isSentence), ...skipped].filter(
  (words) => !ofParts.includes(words.replaceAll('…', '{}')),
);
const fragments = [...new Set([...written, ...summaries])].filter(
  (words) => !isSentence(words) && !names.has(templateOf(words)),
);

/** Undefined where all is well. */
function faultIn(words: string, translate: (text: string) => string | undefined): string | undefined {
  const english = templateOf(words).replaceAll('{}', 'X1');
  const portuguese = translate(english);
  if (portuguese === undefined) return 'not translated';
  if (portuguese === english) return 'still English';
  const count = (text: string): number => text.split('X1').length;
  return count(portuguese) === count(english) ? undefined : `not all that is filled in: ${portuguese}`;
}

test.each(findings)('the finding "%s" of a health check is known', (words) => {
  expect(faultIn(words, remedyPtBr)).toBeUndefined();
});

test.each(fragments)('the part "%s" of a sentence is known', (words) => {
  expect(faultIn(words, (text) => phrasePtBr(text) ?? remedyPtBr(text))).toBeUndefined();
});

test('a text that is longer than any remedy stays as it is', () => {
  const longest = Math.max(...Object.keys(allRemedies).map(({ length }) => length));
  const known = 'Set METRICS_URL.';
  expect(remedyPtBr(`${known} ${known}`)).toBe('Defina METRICS_URL. Defina METRICS_URL.');
  expect(remedyPtBr(Array.from({ length: 2000 }, () => known).join(' '))).toBeUndefined();
  expect(longest).toBeLessThan(1500);
});

test.each(verdicts)('the reason "%s" of a verdict on a permission is known', (words) => {
  expect(faultIn(words, remedyPtBr)).toBeUndefined();
});

const boots: readonly Partial<BootFacts>[] = [
  {},
  { isHostPidNamespace: false },
  { memory: undefined },
  { memory: { limitBytes: 512 * 2 ** 20, swapBytes: 1 } },
];
const checks = boots.flatMap((facts) => describeHealth(judgeBoot({ ...healthyBoot, ...facts }).warnings, 1));
const said = new Set([
  ...checks.flatMap(({ summary, remedy }) => [summary, remedy]),
  ...describeHealth([], 4).map(({ summary }) => summary),
]);

test('a Profiler has something to say for each of these', () => {
  expect(said.size).toBe(9);
});

test.each([...said])('what a Profiler found when it started is known: "%s"', (words) => {
  expect(remedyPtBr(words)).not.toBeUndefined();
});

const readPolicies = (file: string): unknown => JSON.parse(readFileSync(`policies/${file}`, 'utf8'));
const { grants } = z
  .object({ grants: z.record(z.string(), z.object({ purpose: z.string(), justification: z.string().optional() })) })
  .parse(readPolicies('aws/grants.json'));
const { documents } = z
  .object({ documents: z.array(z.object({ title: z.string() })) })
  .parse(readPolicies('index.json'));
const ofPolicies = new Set([
  ...Object.values(grants).flatMap(({ purpose, justification }) => [purpose, justification ?? purpose]),
  ...documents.map(({ title }) => title),
]);

describe('every remedy of an Agent', () => {
  test('is found in the source', () => {
    expect(remedies.length).toBeGreaterThan(800);
  });

  test.each(remedies)('%s', (words) => {
    expect(faultIn(words, remedyPtBr)).toBeUndefined();
  });

  test('is still served', () => {
    const templates = new Set([...written, ...found].map(templateOf));
    const stale = Object.keys({ ...allRemedies, ...remedyPhrases }).filter((english) => !templates.has(english));
    const ofFaults = new Set<string>(Object.values(faultTable).map(({ summary }) => summary));
    const states = sourcesIn('src/control/fleet').flatMap((file) => nodesOf(file, 'Literal').flatMap(wordsOf));
    const others = stale.filter(
      (english) =>
        !ofFaults.has(english) &&
        !states.includes(english) &&
        !ofPolicies.has(english) &&
        !said.has(english.replace('{}', '4')),
    );
    expect(others.toSorted()).toEqual(computed.toSorted());
    expect(ofParts.filter((english) => !templates.has(english) || english in allRemedies)).toEqual([]);
    expect(
      [...composed.keys(), ...names].filter(
        (english) => ![...written, ...found].some((words) => words.replaceAll('…', '{}') === english),
      ),
    ).toEqual([]);
  });
});

test('every purpose of a permission and every title of a policy document is known', () => {
  expect(ofPolicies.size).toBeGreaterThan(100);
  expect([...ofPolicies].filter((english) => remedyPtBr(english) === undefined)).toEqual([]);
});

test('every summary of a fault is known', () => {
  for (const { summary } of Object.values(faultTable)) {
    expect([summary, remedyPtBr(summary)]).toEqual([summary, expect.any(String)]);
  }
});

test('every remedy of an instance that is not live is known', () => {
  const file = 'src/control/fleet/describe-instance.ts';
  const sentences = nodesOf(file, 'Literal')
    .flatMap(wordsOf)
    .filter((words) => words.endsWith('.'));
  expect(sentences.length).toBeGreaterThan(4);
  expect(sentences.filter((words) => remedyPtBr(words) === undefined)).toEqual([]);
});

test('a sentence that is filled in is translated with the others, and nothing by half', () => {
  expect(remedyPtBr('Correct MONGO_URI. Set AWS_REGIONS.')).toBe('Corrija MONGO_URI. Defina AWS_REGIONS.');
  expect(remedyPtBr('Correct MONGO_URI. Something new is wrong.')).toBeUndefined();
  expect(remedyPtBr('Set up something that nobody knows of.')).toBeUndefined();
  expect(
    remedyPtBr('Add the scope logs:read to the access policy of this token. Do not rotate the token: it is valid.'),
  ).toBe('Acrescente o escopo logs:read à política de acesso deste token. Não troque o token: ele é válido.');
  expect(
    remedyPtBr(
      'Writes are disabled until each is named. Add tickets.create to writes in the file in RUNNER_ALLOW_FILE and restart the Agent.',
    ),
  ).toBe(
    'As escritas ficam desabilitadas até que cada uma seja indicada. Acrescente tickets.create a writes no arquivo de RUNNER_ALLOW_FILE e reinicie o Agent.',
  );
});

test('a part of a sentence is translated, and may be empty', () => {
  const request = (sent: string): string =>
    `The request was sent${sent}, but it is unknown whether it was done. Check in jira. If the write is not there, ask again with a new idempotencyKey; with this one, nothing is sent again.`;
  const pedido = (enviado: string): string =>
    `O pedido foi enviado${enviado}, mas não se sabe se foi atendido. Confira em jira. Se a escrita não estiver lá, peça de novo com uma idempotencyKey nova; com esta, nada é enviado de novo.`;
  expect(remedyPtBr(request(''))).toBe(pedido(''));
  expect(remedyPtBr(request(' at 2026-11-29T10:00:00Z'))).toBe(pedido(' em 2026-11-29T10:00:00Z'));
  expect(remedyPtBr('Line 3, column 5 (drop): Send one statement; a semicolon may only be its last character.')).toBe(
    'Linha 3, coluna 5 (drop): Envie uma única instrução; um ponto e vírgula só pode ser o último caractere dela.',
  );
  expect(remedyPtBr('3 applications are visible.')).toBe('3 aplicações visíveis.');
  expect(
    remedyPtBr(
      'Ec2: ec2:A, ec2:B, ec2:C, ec2:D denied. 3 of 9 actions are allowed, 2 are not judged yet, 1 are never tested.',
    ),
  ).toBe(
    'Ec2: Negado: ec2:A, ec2:B, ec2:C, ec2:D. 3 de 9 ações são permitidas, 2 ainda não foram julgadas, 1 nunca são testadas.',
  );
  expect(remedyPtBr('The cluster c grants too little (get pods) and too much (list secrets).')).toBe(
    'O cluster c concede de menos (get pods) e a mais (list secrets).',
  );
  expect(
    remedyPtBr(
      'No member answered in time: allow connections from this Agent to a.example.com:27017. In Atlas, check Network Access: the address that this Agent sends from must be in the IP access list, or the Agent must reach the private endpoint. The password and the roles of the user are not the cause.',
    ),
  ).toBe(
    'Nenhum membro respondeu no prazo: permita conexões deste Agent a a.example.com:27017. No Atlas, verifique Network Access: o endereço de onde este Agent envia precisa estar na IP access list, ou o Agent precisa alcançar o private endpoint. A senha e os papéis do usuário não são a causa.',
  );
  expect(
    remedyPtBr(
      'Add the BI statement Bi to the policy; do not rotate the credential. The identity is this identity. Run `farol policy print aws` for its text. If you do not want its operations, leave it out: nothing else needs it.',
    ),
  ).toBe(
    'Acrescente a instrução de BI Bi à política; não troque a credencial. A identidade é esta identidade. Execute `farol policy print aws` para ver o texto. Se você não quiser as operações dela, deixe-a de fora: nada mais precisa dela.',
  );
  expect(
    remedyPtBr(
      'Set it to one of its accounts: a (A), b (B) and others. To read another, invite the user there with the role Read Only.',
    ),
  ).toBe(
    'Defina-a como uma das contas dela: a (A), b (B) e outras. Para ler outra, convide o usuário ali com o papel Read Only.',
  );
});
