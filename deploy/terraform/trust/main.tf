# Generated from connectors/aws. Change that and run npm run generate.

locals {
  statement = {
    Sid       = "FarolTrust"
    Effect    = "Allow"
    Principal = { AWS = sort(distinct(var.base_arns)) }
    Action    = ["sts:AssumeRole"]
  }

  condition = var.external_id == "" ? {} : {
    Condition = { StringEquals = { "sts:ExternalId" = [var.external_id] } }
  }

  document = {
    Version   = "2012-10-17"
    Statement = [merge(local.statement, local.condition)]
  }
}
