# Generated from connectors/aws. Change that and run npm run generate.

output "policy_arn" {
  description = "ARN of the policy."
  value       = aws_iam_policy.assume.arn
}

output "policy_json" {
  description = "The policy document."
  value       = module.policy.json
}
