import { ask } from './ask.ts';
import { type GcpContext, projectOf } from './context.ts';

/** The most that the vendor takes in one question. */
const most = 100;

/** Which of these the credential does not hold on the project. Needs no permission itself. */
export async function missingOf(context: GcpContext, permissions: readonly string[]): Promise<string[]> {
  const held = await heldOf(context, permissions);
  return permissions.filter((permission) => !held.has(permission));
}

/** Which of these it holds, by a role on the project or on a folder or organization above it. */
export async function heldOf(context: GcpContext, permissions: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (let at = 0; at < permissions.length; at += most) {
    const answer = await ask(context, 'cloudresourcemanager.projects.testIamPermissions', {
      path: { project: projectOf(context) },
      json: { permissions: permissions.slice(at, at + most) },
    });
    for (const permission of answer.permissions) held.add(permission);
  }
  return held;
}
