# Generated from connectors/aws. Change that and run npm run generate.

locals {
  chosen = {
    IdentidadeEContexto        = var.allow_identidade_e_contexto
    CustoEFinOps               = var.allow_custo_e_fin_ops
    Compute                    = var.allow_compute
    BancosDeDados              = var.allow_bancos_de_dados
    Rede                       = var.allow_rede
    Observabilidade            = var.allow_observabilidade
    AuditoriaEConsulta         = var.allow_auditoria_e_consulta
    SegurancaIamSomenteLeitura = var.allow_seguranca_iam_somente_leitura
    BiQuickSightSomenteLeitura = var.allow_bi_quick_sight_somente_leitura
  }

  actions = {
    IdentidadeEContexto = [
      "sts:GetCallerIdentity",
      "organizations:DescribeOrganization",
      "organizations:ListAccounts",
    ]
    CustoEFinOps = [
      "ce:GetCostAndUsage",
      "ce:GetAnomalies",
      "ce:GetReservationCoverage",
      "ce:GetReservationPurchaseRecommendation",
      "ce:GetSavingsPlansCoverage",
      "ce:GetSavingsPlansPurchaseRecommendation",
      "compute-optimizer:GetEnrollmentStatus",
      "compute-optimizer:GetEC2InstanceRecommendations",
      "compute-optimizer:GetEBSVolumeRecommendations",
      "compute-optimizer:GetLambdaFunctionRecommendations",
      "compute-optimizer:GetAutoScalingGroupRecommendations",
      "compute-optimizer:GetRDSDatabaseRecommendations",
      "pricing:GetProducts",
    ]
    Compute = [
      "ec2:DescribeInstances",
      "ec2:DescribeAddresses",
      "ec2:DescribeNetworkInterfaces",
      "ec2:DescribeSecurityGroups",
      "ec2:DescribeSubnets",
      "ec2:DescribeVpcs",
      "ec2:DescribeVpcEndpoints",
      "ec2:DescribeVpcPeeringConnections",
      "ec2:DescribeRouteTables",
      "ec2:DescribeInternetGateways",
      "ec2:DescribeNatGateways",
      "ec2:DescribeCustomerGateways",
      "ec2:DescribeVpnConnections",
      "ec2:DescribeVpnGateways",
      "ec2:DescribeTransitGateways",
      "ec2:DescribeTransitGatewayAttachments",
      "ec2:DescribeManagedPrefixLists",
      "ec2:DescribeVolumes",
      "ec2:DescribeSnapshots",
      "ec2:DescribeImages",
      "autoscaling:DescribeAutoScalingGroups",
      "ecs:ListClusters",
      "eks:ListClusters",
      "eks:DescribeCluster",
      "eks:ListNodegroups",
      "eks:DescribeNodegroup",
      "ecr:DescribeRepositories",
      "ecr:DescribeImages",
      "lambda:ListFunctions",
      "lambda:GetFunctionConfiguration",
      "lambda:ListEventSourceMappings",
    ]
    BancosDeDados = [
      "rds:DescribeDBInstances",
      "rds:DescribeDBClusters",
      "rds:DescribeDBSubnetGroups",
      "rds:ListTagsForResource",
      "dms:DescribeReplicationInstances",
      "dms:DescribeReplicationTasks",
      "es:ListDomainNames",
      "es:DescribeDomains",
      "elasticache:DescribeCacheClusters",
      "elasticache:DescribeReplicationGroups",
      "pi:DescribeDimensionKeys",
      "pi:GetResourceMetrics",
    ]
    Rede = [
      "elasticloadbalancing:DescribeLoadBalancers",
      "elasticloadbalancing:DescribeTargetGroups",
      "elasticloadbalancing:DescribeTargetHealth",
      "elasticloadbalancing:DescribeInstanceHealth",
      "elasticloadbalancing:DescribeTags",
      "route53:ListHostedZones",
      "route53:GetHostedZone",
      "route53:ListResourceRecordSets",
      "sqs:ListQueues",
      "sqs:GetQueueUrl",
      "sqs:GetQueueAttributes",
    ]
    Observabilidade = [
      "cloudwatch:GetMetricData",
      "cloudwatch:DescribeAlarms",
      "logs:DescribeLogGroups",
      "logs:FilterLogEvents",
      "logs:StartQuery",
      "logs:GetQueryResults",
      "application-signals:ListServices",
      "application-signals:ListServiceLevelObjectives",
      "application-signals:BatchGetServiceLevelObjectiveBudgetReport",
    ]
    AuditoriaEConsulta = [
      "cloudtrail:LookupEvents",
      "cloudtrail:ListEventDataStores",
      "cloudtrail:StartQuery",
      "cloudtrail:DescribeQuery",
      "cloudtrail:GetQueryResults",
      "athena:StartQueryExecution",
      "athena:StopQueryExecution",
      "athena:GetQueryExecution",
      "athena:BatchGetQueryExecution",
      "athena:GetQueryResults",
      "athena:ListQueryExecutions",
    ]
    SegurancaIamSomenteLeitura = [
      "iam:ListUsers",
      "iam:ListAccessKeys",
      "iam:GetAccessKeyLastUsed",
    ]
    BiQuickSightSomenteLeitura = var.strict ? [
      "quicksight:DescribeDashboard",
      "quicksight:DescribeDataSet",
      "quicksight:ListAnalyses",
      "quicksight:ListDashboards",
      "quicksight:ListDataSets",
      "quicksight:ListDataSources",
      "quicksight:ListIngestions",
      "quicksight:ListUsers",
      "quicksight:SearchDashboards",
      ] : [
      "quicksight:Describe*",
      "quicksight:List*",
      "quicksight:Search*",
    ]
  }

  # In the order of the served document.
  sids = [for sid in ["IdentidadeEContexto", "CustoEFinOps", "Compute", "BancosDeDados", "Rede", "Observabilidade", "AuditoriaEConsulta", "SegurancaIamSomenteLeitura", "BiQuickSightSomenteLeitura"] : sid if local.chosen[sid]]

  document = {
    Version = "2012-10-17"
    Statement = [for sid in local.sids : {
      Sid      = sid
      Effect   = "Allow"
      Action   = local.actions[sid]
      Resource = "*"
    }]
  }
}
