{{- /* Generated from scripts/generate/chart. Change that and run `npm run generate`. */ -}}
{{- define "farol.fact.user" -}}9000{{- end -}}
{{- define "farol.fact.data" -}}/var/lib/farol{{- end -}}
{{- define "farol.fact.node" -}}/usr/local/bin/node{{- end -}}
{{- define "farol.fact.clusterRules" -}}[{"apiGroups":[""],"resources":["pods","services","endpoints"],"verbs":["get","list"]},{"apiGroups":["apps"],"resources":["deployments"],"verbs":["get"]},{"apiGroups":["networking.k8s.io"],"resources":["ingresses"],"verbs":["get","list"]}]{{- end -}}
{{- define "farol.fact.capabilities" -}}BPF PERFMON SYS_PTRACE DAC_READ_SEARCH SYS_ADMIN{{- end -}}
{{- define "farol.fact.image.agent" -}}farol-agent{{- end -}}
{{- define "farol.fact.image.profiler" -}}farol-profiler{{- end -}}
{{- define "farol.fact.image.control" -}}farol-control{{- end -}}
