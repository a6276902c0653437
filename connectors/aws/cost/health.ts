/** Nothing of Cost Explorer is here: it bills every request. */
import { type ActionProbe, sendable } from '../health/action-probe.ts';

export const costProbes = [
  {
    call: 'pricing:GetProducts',
    always: true,
    at: 'prices',
    async prepare() {
      const { PricingClient, GetProductsCommand } = await import('@aws-sdk/client-pricing');
      return sendable(PricingClient, new GetProductsCommand({ ServiceCode: 'AmazonEC2', MaxResults: 1 }));
    },
  },
  {
    call: 'compute-optimizer:GetEnrollmentStatus',
    always: true,
    async prepare() {
      const { ComputeOptimizerClient, GetEnrollmentStatusCommand } = await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetEnrollmentStatusCommand({}));
    },
  },
  {
    call: 'compute-optimizer:GetEC2InstanceRecommendations',
    async prepare() {
      const { ComputeOptimizerClient, GetEC2InstanceRecommendationsCommand } =
        await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetEC2InstanceRecommendationsCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'compute-optimizer:GetEBSVolumeRecommendations',
    async prepare() {
      const { ComputeOptimizerClient, GetEBSVolumeRecommendationsCommand } =
        await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetEBSVolumeRecommendationsCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'compute-optimizer:GetLambdaFunctionRecommendations',
    async prepare() {
      const { ComputeOptimizerClient, GetLambdaFunctionRecommendationsCommand } =
        await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetLambdaFunctionRecommendationsCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'compute-optimizer:GetAutoScalingGroupRecommendations',
    async prepare() {
      const { ComputeOptimizerClient, GetAutoScalingGroupRecommendationsCommand } =
        await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetAutoScalingGroupRecommendationsCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'compute-optimizer:GetRDSDatabaseRecommendations',
    async prepare() {
      const { ComputeOptimizerClient, GetRDSDatabaseRecommendationsCommand } =
        await import('@aws-sdk/client-compute-optimizer');
      return sendable(ComputeOptimizerClient, new GetRDSDatabaseRecommendationsCommand({ maxResults: 1 }));
    },
  },
] as const satisfies readonly ActionProbe[];
