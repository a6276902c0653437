/**
 * Every clause of the two specification files, by id. A clause is proved when the title of at least
 * one test ends with its id in square brackets; otherwise it carries the reason why it waits.
 * `requirements.test.ts` fails on an id that no test cites, on a cited id that is not here and on a
 * reason that has become stale because a test now proves the clause.
 *
 * `P-` ids speak of the Profiler and the capture interface, `C-` ids of connectors and permissions.
 */
export interface Requirement {
  readonly id: string;
  readonly clause: string;
  readonly deferred?: string;
  /** What only `./farol test --deep` has that shows it. */
  readonly deep?: string;
}

export const requirements: readonly Requirement[] = [
  // What the service does
  { id: 'P-SVC-1', clause: 'The Profiler is an artifact of its own beside the Agent, and optional' },
  {
    id: 'P-SVC-2',
    clause: 'The image is multi-architecture, signed and published in two registries',
    deferred:
      'no registry of a cloud provider can be reached: the images of both architectures are published, signed and verified in two registries of other makes (scripts/release/push.delivery.test.ts)',
  },
  {
    id: 'P-SVC-3',
    clause:
      'The process that talks to the control plane is not root and holds no capability; only the collector file carries privilege',
  },
  { id: 'P-SVC-4', clause: 'The Profiler dials out: a wss tunnel address and an https enrolment address' },
  { id: 'P-SVC-5', clause: 'A capture happens only on request, from the app or from a pipeline' },
  {
    id: 'P-SVC-6',
    clause: 'A version is compared with the previous version of the same workload; replicates serve the noise floor',
  },
  {
    id: 'P-SVC-6b',
    clause: 'Fresh captures of a version confirm what was suspected, in a window that closes and says how it ended',
  },
  {
    id: 'P-SVC-7',
    clause: 'Incomplete instrumentation is reported as missing axes, never as a weaker complete capture',
  },
  { id: 'P-SVC-8', clause: 'No reduced mode and no automatic trigger exist' },
  {
    id: 'P-SVC-9',
    clause: 'What leaves through the Profiler is a closed list (settled by the design)',
  },

  // Target list file
  { id: 'P-TARGET-1', clause: 'A missing target list file refuses the boot' },
  { id: 'P-TARGET-2', clause: 'An empty target list refuses the boot' },
  { id: 'P-TARGET-3', clause: 'A wildcard workload refuses the boot' },
  { id: 'P-TARGET-4', clause: 'An unknown key in the target list, a comment field included, refuses the boot' },
  { id: 'P-TARGET-5', clause: 'No default means everything on the node' },
  { id: 'P-TARGET-6', clause: 'The list is a file and never an environment variable' },
  { id: 'P-TARGET-7', clause: 'targets is required and is an array of objects' },
  { id: 'P-TARGET-8', clause: 'targets[].workload is a required string: a process name' },
  { id: 'P-TARGET-9', clause: 'targets[].namespace is optional and qualifies the workload' },
  { id: 'P-TARGET-10', clause: 'The list belongs to the customer and never passes through the service' },

  // Configuration variables
  { id: 'P-CONFIG-1', clause: 'RUNNER_TENANT names the organization' },
  { id: 'P-CONFIG-2', clause: 'RUNNER_INSTANCE_ID identifies the instance' },
  { id: 'P-CONFIG-3', clause: 'RUNNER_TUNNEL_URL is a wss address' },
  { id: 'P-CONFIG-4', clause: 'RUNNER_ENROLL_URL is an https address' },
  { id: 'P-CONFIG-5', clause: 'RUNNER_IDENTITY_DIR holds the identity of the instance' },
  { id: 'P-CONFIG-6', clause: 'RUNNER_PROFILE_TARGETS_FILE is the path of the target list' },
  {
    id: 'P-CONFIG-7',
    clause: 'RUNNER_BOOTSTRAP_TOKEN is the bootstrap token, as for the Agent, by value or from a store',
  },
  { id: 'P-CONFIG-8', clause: 'The identity directory outlives restarts and is not shared with another artifact' },

  // Capture request and its answer
  { id: 'P-REQ-1', clause: 'workload is a required string; outside the target list the Profiler refuses' },
  { id: 'P-REQ-2', clause: 'version is a required string' },
  { id: 'P-REQ-3', clause: 'env is optional, empty by default, and empty is legitimate' },
  { id: 'P-REQ-4', clause: 'kind is head or replicate, head by default' },
  { id: 'P-REQ-5', clause: 'duration_sec is an integer from 5 to 300, 60 by default' },
  { id: 'P-REQ-6', clause: 'warmup_sec is an integer from 0 to 60, 5 by default' },
  { id: 'P-REQ-7', clause: 'durationSec and warmupSec are accepted as aliases' },
  { id: 'P-RES-1', clause: 'The 202 carries request_id, the identifier of the queued request' },
  { id: 'P-RES-2', clause: 'The 202 carries status queued' },
  { id: 'P-RES-3', clause: 'The 202 carries deduped, true when an identical request was in flight' },
  { id: 'P-TOK-1', clause: 'A capture token starts with rpcap_, is created in the settings and is displayed once' },
  { id: 'P-TOK-2', clause: 'A capture token has a name, and the name answers in the record who asked' },
  { id: 'P-TOK-3', clause: 'A capture token is distinct from the MCP and the incident ingress token' },
  { id: 'P-TOK-4', clause: 'A capture token reads nothing; it only queues' },
  { id: 'P-OUT-1', clause: 'The outcome is pushed, nothing_to_push or failed, with a reason next to it' },
  { id: 'P-OUT-2', clause: 'The outcome is listed under Profiling with who asked' },
  { id: 'P-INST-1', clause: 'The capture screen declares fully instrumented or N of M probes' },
  { id: 'P-INST-2', clause: 'With N of M a block names each collector that did not attach and why' },

  // Container requirements
  { id: 'P-CONT-1', clause: 'Exactly the five capabilities; a missing one fails the boot, naming it and its cost' },
  { id: 'P-CONT-2', clause: 'The host process namespace is needed to see the target; it is visibility, not privilege' },
  {
    id: 'P-CONT-3',
    clause: 'An AppArmor profile named by the customer; unconfined must not be used',
  },
  {
    id: 'P-CONT-4',
    clause:
      'Volumes: identity directory, read-only target list, tracing and debug file systems; without the last two axes come back missing',
  },
  { id: 'P-CONT-5', clause: 'Memory limit and equal swap limit; without it the Profiler may be pushed into swap' },
  {
    id: 'P-CONT-6',
    clause: 'Restart policy unless-stopped in the reference configuration',
    deep: 'an install of the images in containers',
  },
  {
    id: 'P-AA-1',
    clause: 'The profile is the default container body plus ptrace (read) with peer=unconfined',
  },
  {
    id: 'P-AA-2',
    clause: 'The profile has attach_disconnected and mediate_deleted and the usual includes',
  },
  {
    id: 'P-AA-3',
    clause: 'The profile is loaded with apparmor_parser -r -W',
    deep: 'an install of the images in containers',
  },
  { id: 'P-K8S-1', clause: 'hostPID true, or shareProcessNamespace for a target in the same pod' },
  { id: 'P-K8S-2', clause: 'All five capabilities under securityContext.capabilities.add' },
  { id: 'P-K8S-3', clause: 'Tracing and debug file systems mounted from the host as hostPath' },
  {
    id: 'P-K8S-4',
    clause: 'An AppArmor profile loaded on each node and referenced in the securityContext',
    deferred:
      'no kernel here has AppArmor: the chart names the profile for each version of Kubernetes and refuses unconfined, and apparmor_parser accepts the file',
  },
  { id: 'P-K8S-5', clause: 'A volume for the identity directory, one per replica' },
  { id: 'P-K8S-6', clause: 'No Kubernetes API permission is required' },
  { id: 'P-K8S-7', clause: 'The memory limit is resources.limits.memory with the same numbers' },
  { id: 'P-K8S-8', clause: 'DaemonSet deployment has routing' },
  {
    id: 'P-K8S-9',
    clause: 'The signature of the image can be verified as the one of the Agent',
    deep: 'a release that is signed and pushed to registries',
  },

  // States and boot
  { id: 'P-STATE-1', clause: 'A valid request becomes queued with 202 and is drained within seconds' },
  {
    id: 'P-STATE-2',
    clause: 'An identical request in flight is answered with its id and deduped true; nothing is stacked',
  },
  { id: 'P-STATE-3', clause: 'Without a live Profiler the request stays queued' },
  { id: 'P-STATE-4', clause: 'queued leads to exactly one of pushed, nothing_to_push and failed' },
  { id: 'P-BOOT-1', clause: 'Boot declares the class and the number of targets read' },
  {
    id: 'P-BOOT-2',
    clause: 'Boot refuses and names the cause on a missing capability and on each fault of the target list',
  },
  { id: 'P-BOOT-3', clause: 'No path boots successfully and captures blind for lack of permission' },

  // Endpoints and authentication
  { id: 'P-API-1', clause: 'POST {base_url}/api/profiling/captures requests a capture' },
  { id: 'P-API-2', clause: 'The token comes as Authorization: Bearer or as the query parameter token' },
  { id: 'P-API-3', clause: 'The request is application/json' },
  { id: 'P-API-4', clause: 'A 202 says that the request landed, not that a capture took place' },
  {
    id: 'P-FORM-1',
    clause: 'The form at the top of the Profiling page has process, version and environment and nothing else',
  },
  { id: 'P-FORM-2', clause: 'Any member of the organization may submit the form' },
  { id: 'P-FORM-3', clause: 'The outcome appears in the log below the form with the requester' },
  { id: 'P-ENR-1', clause: 'Enrolment of a Profiler that is not enabled is refused with 403 before anything else' },
  { id: 'P-ENR-2', clause: 'The Profiler enrols at the enrolment address with a bootstrap token of its tenant' },
  { id: 'P-AUTH-1', clause: 'Each pipeline has its own token' },
  { id: 'P-AUTH-2', clause: 'Enabling the Profiler is a deliberate, recorded act of an owner or admin' },
  {
    id: 'P-AUTH-3',
    clause:
      'Format, lifetime and rotation of bootstrap tokens; expiry and revocation of capture tokens (settled by the design)',
  },
  {
    id: 'P-EVT-1',
    clause: 'Webhooks and notifications are not specified: no event leaves the control plane (settled by the design)',
  },

  // Errors
  { id: 'P-ERR-1', clause: 'A body that fails validation gets 400 and the message names the field' },
  { id: 'P-ERR-2', clause: 'A missing, invalid or revoked capture token gets 401' },
  { id: 'P-ERR-3', clause: 'Profiler not enabled for the organization gets 403, at enrolment too' },
  { id: 'P-ERR-4', clause: 'More than 20 requests in an hour get 429 with retry_after_seconds' },
  { id: 'P-ERR-5', clause: 'A workload outside the target list is refused by the Profiler' },
  { id: 'P-ERR-6', clause: 'A missing capability at boot refuses it, naming the capability and its cost' },
  { id: 'P-ERR-7', clause: 'A target list that is missing, empty, wildcard or has an unknown key refuses the boot' },
  {
    id: 'P-ERR-8',
    clause: 'A collector killed for memory gives the specified reason with the limits, in record and log alike',
  },
  {
    id: 'P-ERR-9',
    clause: 'An AppArmor denial gives collectors in permission denied with the path',
    deferred:
      'needs a kernel with AppArmor: the profiles are parsed by apparmor_parser, and nothing enforces them here',
  },
  { id: 'P-ERR-10', clause: 'A collector that did not attach leaves its axis missing, and the screen names it' },
  { id: 'P-ERR-11', clause: 'Every error has one envelope (settled by the design)' },

  // Limits and versioning
  { id: 'P-LIM-1', clause: '20 requests an hour for each organization, whatever the client address' },
  {
    id: 'P-LIM-2',
    clause: 'Container memory in the reference configuration is 512m with an equal swap limit',
    deep: 'an install of the images in containers',
  },
  {
    id: 'P-LIM-3',
    clause: 'The collector stays far under 256 MB on an executable of about 400 MB',
    deep: 'an executable of more than 400 MB',
  },
  {
    id: 'P-LIM-4',
    clause:
      'Memory by size and language of the target is measured in the image, published, and below what admission reserves',
  },
  { id: 'P-VER-1', clause: 'The image tag has the form v<major>.<minor>.<patch>' },
  {
    id: 'P-VER-2',
    clause: 'The line table of the target is never copied whole into the memory of the collector',
    deep: 'an executable of more than 400 MB',
  },
  { id: 'P-VER-3', clause: 'version is the key of the diff' },
  { id: 'P-VER-4', clause: 'Docker on amd64 is exercised', deep: 'an install by the engine of Docker' },
  {
    id: 'P-VER-4b',
    clause: 'Docker on arm64 is exercised',
    deferred:
      'no machine of this kind here: the programs of the arm64 images start in an emulator, and the tests of unwinding and naming pass on their libraries (arm64.delivery.test.ts)',
  },
  {
    id: 'P-VER-5',
    clause: 'The versioning of the HTTP interface is not specified (settled by the design)',
  },

  // Connectors: what the service does
  {
    id: 'C-SVC-1',
    clause: 'Connectors run in the Agent, in the infrastructure of the customer, with credentials the customer creates',
  },
  { id: 'C-SVC-2', clause: 'An operation that is not in the catalog is rejected before its arguments are validated' },
  {
    id: 'C-SVC-3',
    clause:
      'Connectors only read, but for the listed writes; no permission exists for an operation outside the catalog',
  },

  // Upstream operations
  { id: 'C-EP-1', clause: 'Hosted monitoring: the validation path with the API key only' },
  { id: 'C-EP-2', clause: 'Synthetic monitoring of the metrics stack: check list' },
  { id: 'C-EP-3', clause: 'Synthetic checks: checks and results' },
  { id: 'C-EP-4', clause: 'Deployment platform: deployments and projects' },
  { id: 'C-EP-5', clause: 'Product analytics: segmentation, funnels, dashboards, charts' },
  { id: 'C-EP-6', clause: 'Code quality: issues, measures, quality gate, hotspots' },
  { id: 'C-EP-7', clause: 'Chat: post a message and create a channel are writes' },
  { id: 'C-EP-8', clause: 'Issue tracker: create, comment, transition are the only ticket writes' },
  { id: 'C-EP-9', clause: 'Code host: opening an issue is the only write' },
  { id: 'C-EP-10', clause: 'GitOps: list, detail and sync history, the history from the status' },
  { id: 'C-EP-11', clause: 'Edge platform B: POST is query transport' },
  { id: 'C-EP-12', clause: 'Cloud provider B: list prices' },

  // Hosted monitoring platform
  { id: 'C-DD-1', clause: 'The API key has no scopes and is used at the validation path' },
  { id: 'C-DD-2', clause: 'metrics.* needs no scope of the application key' },
  { id: 'C-DD-3', clause: 'logs.* needs logs_read_data and logs_read_index_data' },
  { id: 'C-DD-4', clause: 'traces.* and topology.* need apm_read' },
  { id: 'C-DD-5', clause: 'monitors.* needs monitors_read, always' },
  { id: 'C-DD-6', clause: 'incidents need incident_read' },
  { id: 'C-DD-7', clause: 'rum.* needs rum_apps_read' },
  { id: 'C-DD-8', clause: 'synthetics.* needs synthetics_read' },
  { id: 'C-DD-9', clause: 'api_keys_read is optional and sensitive' },
  { id: 'C-DD-10', clause: 'A wrong regional site gives 403 with a valid key' },

  // Metrics, logs and traces stack
  { id: 'C-GRAF-1', clause: 'metrics:read is required: without it the connector has nothing to serve' },
  { id: 'C-GRAF-2', clause: 'logs:read enables logs.* and degrades per operation' },
  { id: 'C-GRAF-3', clause: 'traces:read enables traces.* and degrades per operation' },
  { id: 'C-GRAF-4', clause: 'alerts:read and rules:read enable monitors.*' },
  { id: 'C-GRAF-5', clause: 'stacks:read and stack-dashboards:read enable dashboard search' },
  { id: 'C-GRAF-6', clause: 'The synthetic monitoring scope is confirmed per account' },
  { id: 'C-GRAF-7', clause: 'Optional scopes degrade with an actionable error, not with a boot failure' },

  // Cloud provider A
  { id: 'C-AWS-1', clause: 'Credential mode is static or chain' },
  {
    id: 'C-AWS-2',
    clause: 'The secret store has a mode and a credential of its own, its resource restricted to a prefix',
  },
  {
    id: 'C-AWS-3',
    clause: 'The read-only policy is served, and a build check keeps file and document identical',
  },
  {
    id: 'C-AWS-4',
    clause: 'One Allow statement for each Sid with Resource *, each Sid a removable domain',
  },
  { id: 'C-AWS-5', clause: 'Sid IdentidadeEContexto and its actions' },
  { id: 'C-AWS-6', clause: 'Sid CustoEFinOps and its actions' },
  { id: 'C-AWS-7', clause: 'Sid Compute and its actions' },
  { id: 'C-AWS-8', clause: 'Sid BancosDeDados and its actions' },
  { id: 'C-AWS-9', clause: 'Sid Rede and its actions' },
  { id: 'C-AWS-10', clause: 'Sid Observabilidade and its actions' },
  { id: 'C-AWS-11', clause: 'Sid AuditoriaEConsulta and its actions' },
  { id: 'C-AWS-12', clause: 'Sid SegurancaIamSomenteLeitura and its actions' },
  { id: 'C-AWS-13', clause: 'Sid BiQuickSightSomenteLeitura and its actions' },
  { id: 'C-AWS-14', clause: 'SQL is validated first; DDL and DML are rejected' },
  { id: 'C-AWS-15', clause: 'Athena needs storage access that the policy omits on purpose' },
  { id: 'C-AWS-16', clause: 'No docdb: namespace exists; prefixes logs:, ce:, es:' },
  { id: 'C-AWS-17', clause: 'BI embed actions must not be granted' },
  { id: 'C-AWS-18', clause: 'A policy without the BI statement: add it, do not rotate the credential' },
  { id: 'C-AWS-19', clause: 'The single-sign-on actions must not be granted' },

  // Managed Kubernetes
  { id: 'C-EKS-1', clause: 'Layer 1: eks:DescribeCluster discovers endpoint and CA' },
  {
    id: 'C-EKS-2',
    clause: 'Layer 2: a missing cluster binding gives 401 or 403 that does not mention IAM',
  },
  { id: 'C-EKS-3', clause: 'The cluster role has exactly the listed rules' },
  { id: 'C-EKS-4', clause: 'The role is bound with an access entry and a ClusterRoleBinding' },
  {
    id: 'C-EKS-5',
    clause: 'Without the cluster variable the check answers skipped: no cluster configured',
  },

  // Cloud provider B
  { id: 'C-GCP-1', clause: 'Credential mode chain puts the roles on the bound service account' },
  { id: 'C-GCP-2', clause: 'The role table' },
  { id: 'C-GCP-3', clause: 'Cost needs the billing-account role and query access to the export table' },
  { id: 'C-GCP-4', clause: 'List prices need no role, only the API enabled' },

  // Code host, chat and the others
  { id: 'C-GH-1', clause: 'The permission table of a fine-grained token' },
  { id: 'C-GH-2', clause: 'The token kind is checked at every health check as fine_grained_token' },
  { id: 'C-GH-3', clause: 'A classic token keeps working and shows a pending configuration' },
  { id: 'C-GH-4', clause: 'The token never leaves the Agent; the check carries prefix and scopes' },
  { id: 'C-GH-5', clause: 'Without Issues: Read and write the write does not occur and the rest works' },
  { id: 'C-SLACK-1', clause: 'channels:read and groups:read list conversations' },
  { id: 'C-SLACK-2', clause: 'channels:history and groups:history read history' },
  { id: 'C-SLACK-3', clause: 'chat:write and channels:manage are the two writes' },
  { id: 'C-PLAT-1', clause: 'Synthetic checks: the account id is required in practice' },
  { id: 'C-PLAT-2', clause: 'Deployments: the team id is required for a team token' },
  { id: 'C-PLAT-3', clause: 'Product analytics: key and secret with dashboard and export access' },
  { id: 'C-PLAT-4', clause: 'Code quality: user token with Browse' },
  { id: 'C-PLAT-5', clause: 'Issue tracker: reads work without the three write permissions' },
  { id: 'C-PLAT-6', clause: 'DNS and edge: Zone:Read and DNS:Read scoped to the zones' },
  { id: 'C-PLAT-7', clause: 'Edge platform B: workspace reads and GraphQL queries' },
  {
    id: 'C-PLAT-8',
    clause: 'Documents: read on the queried databases; the connection string contains the credential',
  },
  { id: 'C-ARGO-1', clause: 'A local account with apiKey' },
  { id: 'C-ARGO-2', clause: 'policy.csv lines for applications, get, */*' },
  { id: 'C-ARGO-3', clause: 'applications, get suffices and nothing else enables anything' },
  { id: 'C-ARGO-4', clause: 'refresh is never sent' },
  { id: 'C-ARGO-5', clause: 'An empty list is followed by can-i' },

  // Errors and limits of connectors
  { id: 'C-ERR-1', clause: '403 with a valid key: wrong regional site' },
  { id: 'C-ERR-2', clause: '401 or 403 from the cluster: missing binding' },
  { id: 'C-ERR-3', clause: 'skipped: no cluster configured' },
  { id: 'C-ERR-4', clause: 'AccessDenied on all BI reads: policy without the statement' },
  { id: 'C-ERR-5', clause: 'Athena query fails: storage permissions' },
  { id: 'C-ERR-6', clause: 'Cost fails explicitly: billing table variable not set' },
  { id: 'C-ERR-7', clause: 'Unexplained 401: account id not set' },
  { id: 'C-ERR-8', clause: 'Silent 403: team id not set' },
  { id: 'C-ERR-9', clause: 'Empty application list with 200: missing permission' },
  { id: 'C-ERR-10', clause: 'Billing query above the cap: narrower window' },
  { id: 'C-LIM-1', clause: 'At most 50 GB billed per query' },
  { id: 'C-LIM-2', clause: 'Pruned by partition, table metadata first' },
  { id: 'C-LIM-3', clause: 'Gross, credits and net' },
];
