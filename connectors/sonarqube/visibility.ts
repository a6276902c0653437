/** What an empty list of issues means: SonarQube leaves out what may not be browsed, and answers 200. */
import type { Answer } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Analysis, SonarClient } from './client.ts';
import { giveBrowse } from './symptoms.ts';

/**
 * Asks for the hotspots of the same analysis, which are refused without Browse. Measures and gate are not: newer
 * servers return them to users who may execute an analysis too, which every user may after an installation.
 */
export async function explainNoIssues(
  client: SonarClient,
  analysis: Analysis,
): Promise<Pick<Answer, 'complete' | 'because'>> {
  try {
    await client.searchHotspots(analysis, {}, { page: 1, pageSize: 1 });
    return { complete: true, because: 'The token may browse the project, but no issue of this analysis matches.' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.kind === 'not_found_or_hidden' || error.kind === 'credential_rejected') throw error;
    if (error.kind === 'permission_missing') {
      return {
        complete: false,
        because: `The token cannot see the issues of this project: Browse is missing. ${giveBrowse}`,
      };
    }
    const because = `No issue was returned, and whether the token may browse the project could not be checked (${error.kind}).`;
    return { complete: false, because };
  }
}
