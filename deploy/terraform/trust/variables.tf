# Generated from connectors/aws. Change that and run npm run generate.

variable "base_arns" {
  type        = list(string)
  description = "Users and roles to trust."
  default     = []
  nullable    = false
}

variable "external_id" {
  type        = string
  description = "External id that is required. Leave it empty to require none."
  default     = ""
  nullable    = false
}
