# Generated from connectors/aws. Change that and run npm run generate.

output "json" {
  description = "The policy of the base credential."
  value       = jsonencode(local.document)

  precondition {
    condition     = length(var.role_arns) > 0
    error_message = "AWS accepts no statement without a resource: name at least one role in role_arns."
  }
}
