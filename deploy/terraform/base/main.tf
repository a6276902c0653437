# Generated from connectors/aws. Change that and run npm run generate.

module "policy" {
  source = "./policy"

  role_arns = var.role_arns
}

resource "aws_iam_policy" "assume" {
  name        = var.name
  path        = var.path
  description = "Which roles the base credential of the Farol Agent may assume."
  policy      = module.policy.json
  tags        = var.tags
}

resource "aws_iam_role_policy_attachment" "existing" {
  count      = var.role_name == "" ? 0 : 1
  role       = var.role_name
  policy_arn = aws_iam_policy.assume.arn
}

resource "aws_iam_user_policy_attachment" "existing" {
  count      = var.user_name == "" ? 0 : 1
  user       = var.user_name
  policy_arn = aws_iam_policy.assume.arn
}
