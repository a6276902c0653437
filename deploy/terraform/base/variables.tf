# Generated from connectors/aws. Change that and run npm run generate.

variable "role_arns" {
  type        = list(string)
  description = "ARNs of the roles, one for each account."
  default     = []
  nullable    = false
}

variable "name" {
  type        = string
  description = "Name of the policy."
  default     = "FarolAssumeRoles"
  nullable    = false
}

variable "path" {
  type        = string
  description = "Path of the policy in IAM."
  default     = "/"
  nullable    = false
}

variable "tags" {
  type        = map(string)
  description = "Tags of the policy."
  default     = {}
  nullable    = false
}

variable "role_name" {
  type        = string
  description = "Existing role of the Agent that the policy is attached to. Leave it empty for none."
  default     = ""
  nullable    = false
}

variable "user_name" {
  type        = string
  description = "Existing user of the Agent that the policy is attached to. Leave it empty for none."
  default     = ""
  nullable    = false
}
