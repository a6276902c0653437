# Generated from connectors/aws. Change that and run npm run generate.

module "policy" {
  source = "./policy"

  allow_identidade_e_contexto          = var.allow_identidade_e_contexto
  allow_custo_e_fin_ops                = var.allow_custo_e_fin_ops
  allow_compute                        = var.allow_compute
  allow_bancos_de_dados                = var.allow_bancos_de_dados
  allow_rede                           = var.allow_rede
  allow_observabilidade                = var.allow_observabilidade
  allow_auditoria_e_consulta           = var.allow_auditoria_e_consulta
  allow_seguranca_iam_somente_leitura  = var.allow_seguranca_iam_somente_leitura
  allow_bi_quick_sight_somente_leitura = var.allow_bi_quick_sight_somente_leitura
  strict                               = var.strict
}

module "trust" {
  source = "./trust"

  base_arns   = var.base_arn == "" ? [] : [var.base_arn]
  external_id = var.external_id
}

locals {
  trust_policy = var.base_arn == "" ? var.trust_policy : module.trust.json
}

resource "aws_iam_policy" "read_only" {
  name        = var.name
  path        = var.path
  description = "What the Farol Agent may read."
  policy      = module.policy.json
  tags        = var.tags
}

resource "aws_iam_role_policy_attachment" "existing" {
  count      = var.role_name == "" ? 0 : 1
  role       = var.role_name
  policy_arn = aws_iam_policy.read_only.arn
}

resource "aws_iam_role" "agent" {
  count                = var.new_role_name == "" ? 0 : 1
  name                 = var.new_role_name
  path                 = var.path
  description          = "The Farol Agent."
  assume_role_policy   = local.trust_policy
  permissions_boundary = var.permissions_boundary == "" ? null : var.permissions_boundary
  tags                 = var.tags

  lifecycle {
    precondition {
      condition     = can(jsondecode(local.trust_policy)) && (var.base_arn == "" || var.trust_policy == "")
      error_message = "Set either base_arn or trust_policy, a JSON document, when new_role_name is set."
    }
  }
}

resource "aws_iam_role_policy_attachment" "new" {
  count      = var.new_role_name == "" ? 0 : 1
  role       = aws_iam_role.agent[0].name
  policy_arn = aws_iam_policy.read_only.arn
}
