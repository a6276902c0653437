import { registry } from '../../connectors/registry.ts';
import { agentVariables } from '../../src/agent/boot/agent-variables.ts';
import { pipelineVariables } from '../../src/cli/commands/pipeline-variables.ts';
import { controlVariables } from '../../src/control/config/config.ts';
import { instanceExits } from '../../src/core/exit-codes.ts';
import { proxyVariables } from '../../src/core/proxy-settings.ts';
import { storeVariables } from '../../src/secrets/stores/store-variables.ts';
import { instanceVariables } from '../../src/tunnel/instance/config.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

const networkVariables = {
  ...proxyVariables,
  NODE_EXTRA_CA_CERTS:
    'PEM file of further authorities, as Node knows it. RUNNER_CA_FILE does the same for one instance.',
};

export function render(): Page[] {
  const exits = Object.values(instanceExits).map(({ code: status, meaning }) => [String(status), meaning]);
  return [
    toPage('variables.md', 'the lists of settings in the code', [
      '# Variables',
      'A secret is given as value, in a file named by the same name with `_FILE`, or as `file://` reference; for an Agent also as reference to a secret store: [guide](../guides/secrets.md). Two forms at once are an error, and so is a file for a variable that is no secret. A file is read again when it changes, except that the control plane and the commands of a pipeline read theirs at their start.',
      '## Every Agent and Profiler',
      renderList(instanceVariables),
      '## Agent',
      renderList(agentVariables),
      '## Secret store of an Agent',
      renderList(storeVariables),
      '## Connectors',
      renderTable(
        ['variable', 'connector', 'meaning'],
        registry.flatMap(({ manifest }) =>
          Object.entries(manifest.config).map(([name, { description }]) => [
            code(name),
            `[${manifest.title}](connectors/${manifest.id}.md)`,
            description,
          ]),
        ),
      ),
      '## Network',
      'For everything that an Agent, a Profiler and `farol` send over http, https and wss. Capitals and small letters are the same; two spellings with different values are an error, and so is every form that is not named here. `farol doctor` says which proxy applies to each address. `curl` in scripts of a pipeline reads these variables by its own rules.',
      renderList(networkVariables),
      '## Control plane',
      renderList(controlVariables),
      '## Captures from a pipeline',
      renderList(pipelineVariables),
      '## Exit codes of Agent and Profiler',
      renderTable(['code', 'meaning'], exits),
    ]),
  ];
}

function renderList(variables: Readonly<Record<string, string>>): string {
  return renderTable(
    ['variable', 'meaning'],
    Object.entries(variables).map(([name, meaning]) => [code(name), meaning]),
  );
}
