/** Every permission document that is served, with the digest to compare it by. */
import type { PolicyIndex } from '../../../src/policy/policy-index.ts';
import { policyPath } from './policies-paths.ts';
import { allWords } from '../words/words.ts';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';

export function PoliciesDocuments({ index }: { readonly index: PolicyIndex }) {
  const w = allWords();
  return (
    <section aria-labelledby="policies-documents">
      <h2 id="policies-documents">{w.policies.documents.title}</h2>
      <TableRegion name={w.policies.documents.title}>
        <thead>
          <tr>
            <th scope="col">{w.policies.documents.document}</th>
            <th scope="col">{w.policies.documents.what}</th>
            <th scope="col">{w.policies.documents.digest}</th>
          </tr>
        </thead>
        <tbody>
          {index.documents.map(({ path, title, sha256 }) => (
            <tr key={path}>
              <th scope="row" class="mono">
                <a href={policyPath(path)} download>
                  {path}
                </a>
              </th>
              <td>
                <ServedText text={title} />
              </td>
              <td class="mono small break">{sha256}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
    </section>
  );
}
