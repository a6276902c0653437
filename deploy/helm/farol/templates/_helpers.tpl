{{- /* Pods get this name and a number, or five letters; instance names have at most 63 characters. */ -}}
{{- define "farol.name" -}}
{{- $base := ternary .Release.Name (printf "%s-farol" .Release.Name) (contains "farol" .Release.Name) -}}
{{- $base | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "farol.selector" -}}
app.kubernetes.io/name: farol
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "farol.labels" -}}
{{ include "farol.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "farol.meta" -}}
name: {{ include "farol.name" .root }}-{{ .part }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "farol.labels" . | nindent 2 }}
{{- end -}}

{{- /* A release names its images by digest. A tag beside a digest would be ignored, so it is refused. */ -}}
{{- define "farol.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s/%s" .root.Values.registry (include (printf "farol.fact.image.%s" .part) .) -}}
{{- with get $image.digests .part -}}
{{- if $image.tag -}}
{{- fail (printf "image.tag is %s, but image.digests.%s decides which image is installed: leave image.tag out, or set image.digests.%s to '' as well" $image.tag $.part $.part) -}}
{{- end -}}
{{ $name }}@{{ . }}
{{- else -}}
{{ $name }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- /* Of every pod: no token of the API server, one user, and volumes whose owner is set once and not at each start. */ -}}
{{- define "farol.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
serviceAccountName: {{ include "farol.name" .root }}-{{ .part }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ include "farol.fact.user" . }}
  runAsGroup: {{ include "farol.fact.user" . }}
  fsGroup: {{ include "farol.fact.user" . }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
nodeSelector:
  kubernetes.io/os: linux
  {{- with .values.nodeSelector }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* Of the programs that need no privilege. */ -}}
{{- define "farol.unprivileged" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end -}}

{{- define "farol.resources" -}}
requests:
  cpu: {{ .cpu }}
  memory: {{ .memory }}
limits:
  memory: {{ .memory }}
{{- end -}}

{{- define "farol.claim" -}}
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: {{ .name }}
  spec:
    accessModes: ["ReadWriteOnce"]
    {{- with .volume.storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests:
        storage: {{ .volume.size }}
{{- end -}}

{{- define "farol.tunnelUrl" -}}
{{- $plane := .Values.controlPlane -}}
{{- $plane.tunnelUrl | default (printf "wss://%s:8443" (regexReplaceAll "(:[0-9]+)?$" (trimPrefix "https://" $plane.publicUrl) "")) -}}
{{- end -}}

{{- /* What every Agent and Profiler is given. `.id` is the field of the pod that names the instance. */ -}}
{{- define "farol.instance.env" -}}
{{- $connection := .root.Values.connection -}}
{{- $plane := .root.Values.controlPlane -}}
- name: RUNNER_TENANT
  value: {{ .root.Values.organization | quote }}
- name: RUNNER_INSTANCE_ID
  valueFrom:
    fieldRef:
      apiVersion: v1
      fieldPath: {{ .id }}
- name: RUNNER_TUNNEL_URL
  value: {{ $connection.tunnelUrl | default (include "farol.tunnelUrl" .root) | quote }}
- name: RUNNER_ENROLL_URL
  value: {{ $connection.enrollUrl | default (printf "%s/enroll" $plane.publicUrl) | quote }}
- name: RUNNER_IDENTITY_DIR
  value: {{ include "farol.fact.data" . }}/identity
- name: RUNNER_BOOTSTRAP_TOKEN_FILE
  value: /run/secrets/farol/bootstrap/token
{{- if $connection.ca.secret }}
- name: RUNNER_CA_FILE
  value: /run/secrets/farol/ca/ca.pem
{{- end }}
{{- end -}}

{{- define "farol.instance.mounts" -}}
- name: identity
  mountPath: {{ include "farol.fact.data" . }}
- name: tmp
  mountPath: /tmp
- name: bootstrap
  mountPath: /run/secrets/farol/bootstrap
  readOnly: true
{{- if .root.Values.connection.ca.secret }}
- name: ca
  mountPath: /run/secrets/farol/ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "farol.instance.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 1Gi
- name: bootstrap
  secret:
    secretName: {{ .values.bootstrapToken.secret }}
    items:
      - key: {{ .values.bootstrapToken.key }}
        path: token
    defaultMode: 288 # 0440
{{- with .root.Values.connection.ca }}
{{- if .secret }}
- name: ca
  secret:
    secretName: {{ .secret }}
    items:
      - key: {{ .key }}
        path: ca.pem
{{- end }}
{{- end }}
{{- end -}}

{{/* The sources file. Each secret is a file below the folder of its source. */}}
{{- define "farol.sources" -}}
{{- $sources := list -}}
{{- range . -}}
{{- $settings := deepCopy (default dict .settings) -}}
{{- $name := .name -}}
{{- range $variable, $from := .secrets -}}
{{- $file := printf "/run/secrets/farol/sources/%s/%s" $name $variable -}}
{{- $_ := set $settings (printf "%s_FILE" $variable) $file -}}
{{- end -}}
{{- $source := dict "name" $name "connector" .connector "settings" $settings -}}
{{- with .about -}}{{- $_ := set $source "about" . -}}{{- end -}}
{{- $sources = append $sources $source -}}
{{- end -}}
{{- dict "sources" $sources | toJson -}}
{{- end -}}
