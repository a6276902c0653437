/** The AWS policy as Terraform module and as CloudFormation template. */
import { baseTemplate, renderCloudFormation, template } from '../delivery/cloud/cloudformation.ts';
import { renderTerraform } from '../delivery/cloud/render-terraform.ts';
import type { Page } from './page.ts';

export function render(): Page[] {
  return [
    ...renderTerraform(),
    { path: 'deploy/cloudformation/farol-agent.yaml', text: renderCloudFormation(template) },
    { path: 'deploy/cloudformation/farol-base.yaml', text: renderCloudFormation(baseTemplate) },
  ];
}
