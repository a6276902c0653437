# Generated from connectors/aws. Change that and run npm run generate.

variable "allow_identidade_e_contexto" {
  type        = bool
  description = "Allows the statement IdentidadeEContexto, which reads sts, organizations for the operations of identity, bi."
  default     = true
  nullable    = false
}

variable "allow_custo_e_fin_ops" {
  type        = bool
  description = "Allows the statement CustoEFinOps, which reads ce, compute-optimizer, pricing for the operations of cost."
  default     = true
  nullable    = false
}

variable "allow_compute" {
  type        = bool
  description = "Allows the statement Compute, which reads ec2, autoscaling, ecs, eks, ecr, lambda for the operations of compute, k8s, network."
  default     = true
  nullable    = false
}

variable "allow_bancos_de_dados" {
  type        = bool
  description = "Allows the statement BancosDeDados, which reads rds, dms, es, elasticache, pi for the operations of databases."
  default     = true
  nullable    = false
}

variable "allow_rede" {
  type        = bool
  description = "Allows the statement Rede, which reads elasticloadbalancing, route53, sqs for the operations of network, dns, queues."
  default     = true
  nullable    = false
}

variable "allow_observabilidade" {
  type        = bool
  description = "Allows the statement Observabilidade, which reads cloudwatch, logs, application-signals for the operations of metrics, monitors, logs, topology, slos."
  default     = true
  nullable    = false
}

variable "allow_auditoria_e_consulta" {
  type        = bool
  description = "Allows the statement AuditoriaEConsulta, which reads cloudtrail, athena for the operations of audit, warehouse."
  default     = true
  nullable    = false
}

variable "allow_seguranca_iam_somente_leitura" {
  type        = bool
  description = "Allows the statement SegurancaIamSomenteLeitura, which reads iam for the operations of security."
  default     = true
  nullable    = false
}

variable "allow_bi_quick_sight_somente_leitura" {
  type        = bool
  description = "Allows the statement BiQuickSightSomenteLeitura, which reads quicksight for the operations of bi."
  default     = true
  nullable    = false
}

variable "strict" {
  type        = bool
  description = "Lists the actions that are called instead of wildcards. An operation of a later version then needs this policy of that version."
  default     = false
  nullable    = false
}

variable "name" {
  type        = string
  description = "Name of the policy."
  default     = "FarolEdgeReadOnly"
  nullable    = false
}

variable "path" {
  type        = string
  description = "Path of policy and role in IAM."
  default     = "/"
  nullable    = false
}

variable "tags" {
  type        = map(string)
  description = "Tags of policy and role."
  default     = {}
  nullable    = false
}

variable "role_name" {
  type        = string
  description = "Existing role of the Agent that the policy is attached to. Leave it empty to attach nothing."
  default     = ""
  nullable    = false
}

variable "new_role_name" {
  type        = string
  description = "Name of a role to create for the Agent, with this policy and the trust of base_arn or trust_policy. Leave it empty to create none."
  default     = ""
  nullable    = false
}

variable "trust_policy" {
  type        = string
  description = "JSON document that says who may assume the new role. Leave it empty where base_arn says it."
  default     = ""
  nullable    = false
}

variable "base_arn" {
  type        = string
  description = "User or role of a base credential, which the new role trusts. Leave it empty where trust_policy says it."
  default     = ""
  nullable    = false
}

variable "external_id" {
  type        = string
  description = "External id that the new role requires of base_arn. Leave it empty to require none."
  default     = ""
  nullable    = false
}

variable "permissions_boundary" {
  type        = string
  description = "ARN of the permissions boundary of the new role. Leave it empty for none."
  default     = ""
  nullable    = false
}
