/**
 * Writes docs/reference, policies, files of deploy, the drawings of ARCHITECTURE.md, the digest of the catalog,
 * who answers its operations and the words that find them from what the code declares, and names each file that it renewed. `--check` writes nothing,
 * names every page that differs or should not be there, and ends with 1. A new topic is a file in `generate/` and a line here.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answeredByFile, render as renderAnsweredBy } from './generate/answered-by.ts';
import { drawingPage } from './generate/architecture-page.ts';
import { apparmorFolder, render as renderAppArmor } from './generate/apparmor.ts';
import { render as renderAuditFormat } from './generate/audit-format.ts';
import { render as renderCapabilities } from './generate/capabilities.ts';
import { render as renderCaptureReasons } from './generate/capture-reasons.ts';
import { render as renderCloudPolicies } from './generate/cloud-policies.ts';
import { render as renderCommandLine } from './generate/command-line.ts';
import { render as renderContainerRequirements } from './generate/container-requirements.ts';
import { render as renderChart } from './generate/chart/chart.ts';
import { render as renderConnectors } from './generate/connectors.ts';
import { render as renderDrawings } from './generate/drawings.ts';
import { examplesFile, render as renderExamples } from './generate/examples.ts';
import { render as renderFaults } from './generate/faults.ts';
import { render as renderFirewall } from './generate/firewall.ts';
import { digestFile, render as renderKnownDigest } from './generate/known-digest.ts';
import { render as renderLanguages } from './generate/languages.ts';
import { render as renderOperations } from './generate/operations.ts';
import { render as renderManual } from './generate/manual.ts';
import { monitoringFolder, render as renderMonitoring } from './generate/monitoring.ts';
import type { Page } from './generate/page.ts';
import { render as renderPolicies } from './generate/policies.ts';
import { render as renderProfilerMemory } from './generate/profiler-memory.ts';
import { render as renderSearchTerms, searchTermsFile } from './generate/search-terms.ts';
import { render as renderSeccomp, seccompFolder } from './generate/seccomp.ts';
import { render as renderSystemd } from './generate/systemd.ts';
import { render as renderTrouble } from './generate/trouble.ts';
import { render as renderTroubleshooting } from './generate/troubleshooting.ts';
import { render as renderTunnelProtocol } from './generate/tunnel-protocol.ts';
import { render as renderUnjudgedGrants } from './generate/unjudged-grants.ts';
import { render as renderVariables } from './generate/variables.ts';
import { render as renderVersioning } from './generate/versioning.ts';
import { render as renderWhatLeaves } from './generate/what-leaves.ts';

const topics: readonly (() => readonly Page[])[] = [
  renderAnsweredBy,
  renderAppArmor,
  renderAuditFormat,
  renderCapabilities,
  renderCaptureReasons,
  renderCloudPolicies,
  renderChart,
  renderCommandLine,
  renderConnectors,
  renderContainerRequirements,
  renderDrawings,
  renderExamples,
  renderFaults,
  renderFirewall,
  renderKnownDigest,
  renderLanguages,
  renderManual,
  renderMonitoring,
  renderOperations,
  renderPolicies,
  renderProfilerMemory,
  renderSearchTerms,
  renderSeccomp,
  renderSystemd,
  renderTrouble,
  renderTroubleshooting,
  renderTunnelProtocol,
  renderUnjudgedGrants,
  renderVariables,
  renderVersioning,
  renderWhatLeaves,
];

const root = path.resolve(import.meta.dirname, '..');
const pages = new Map(topics.flatMap((render) => render()).map((page) => [page.path, page.text]));
/** Written by people; `test/docs/proofs.test.ts` compares them with the tests that they cite. */
const written = new Set(['docs/reference/reviewers-checklist.md', 'docs/reference/threat-model.md']);
/** Taken from the vendor, kept as an earlier version had it, or written by people. */
const isKept = (file: string): boolean =>
  file === 'policies/aws/actions.json' || file.startsWith('policies/history/') || written.has(file);
const chart = 'deploy/helm/farol/{Chart.yaml,values.schema.json,templates/_facts.tpl,files/*}';
const deployed = 'deploy/{cloudformation,systemd,terraform}/**/*.*';
const profiles = [`${apparmorFolder}/*`, `${seccompFolder}/*`, `${monitoringFolder}/*`];
const whole = ['docs/reference/**/*.md', 'policies/**/*.*', chart, deployed, ...profiles];
const single = [
  'docs/guides/firewall.md',
  'docs/guides/trouble.md',
  'docs/reference/farol.1',
  answeredByFile,
  digestFile,
  drawingPage,
  searchTermsFile,
  examplesFile,
];
const present = globSync([...whole, ...single], { cwd: root });
const stale = present.filter((file) => !pages.has(file) && !isKept(file));
const drifted = [...pages].filter(([file, text]) => !present.includes(file) || read(file) !== text);

if (process.argv.includes('--check')) {
  for (const [file] of drifted) console.error(`${file} differs from what the code declares: run npm run generate`);
  for (const file of stale) console.error(`${file} is generated by nothing: remove it`);
  process.exitCode = drifted.length + stale.length > 0 ? 1 : 0;
} else {
  for (const file of stale) rmSync(path.join(root, file));
  for (const [file, text] of drifted) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.error(`${file} renewed`);
  }
  console.error(`${pages.size} pages, ${drifted.length} written, ${stale.length} removed`);
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
