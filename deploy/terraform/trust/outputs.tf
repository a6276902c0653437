# Generated from connectors/aws. Change that and run npm run generate.

output "json" {
  description = "The trust policy of a role that is assumed."
  value       = jsonencode(local.document)
}
