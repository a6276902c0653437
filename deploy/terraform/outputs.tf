# Generated from connectors/aws. Change that and run npm run generate.

output "policy_arn" {
  description = "ARN of the policy."
  value       = aws_iam_policy.read_only.arn
}

output "policy_json" {
  description = "The policy document."
  value       = module.policy.json
}

output "role_arn" {
  description = "ARN of the new role; empty where none is created."
  value       = join("", aws_iam_role.agent[*].arn)
}
