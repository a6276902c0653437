# Generated from connectors/aws. Change that and run npm run generate.

locals {
  document = {
    Version = "2012-10-17"
    Statement = [{
      Sid      = "FarolAssumeRoles"
      Effect   = "Allow"
      Action   = ["sts:AssumeRole"]
      Resource = sort(distinct(var.role_arns))
    }]
  }
}
