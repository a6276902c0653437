# Generated from connectors/aws. Change that and run npm run generate.

output "json" {
  description = "The policy document."
  value       = jsonencode(local.document)

  precondition {
    condition     = length(local.sids) > 0
    error_message = "AWS accepts no policy without a statement: set at least one of the allow_ variables to true."
  }
}
