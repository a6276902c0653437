# Generated from connectors/aws. Change that and run npm run generate.

variable "role_arns" {
  type        = list(string)
  description = "ARNs of the roles, one for each account."
  default     = []
  nullable    = false
}
