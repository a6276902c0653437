/** A code that a document of the control plane explains. The browser loads that page, and not the router. */
export const faultsPage = '/docs/reference/troubleshooting.html#an-operation-or-a-check-ends-in-a-fault';
export const reasonsPage = '/docs/reference/capture-reasons.html';

interface DocumentLinkProps {
  readonly page: typeof faultsPage | typeof reasonsPage;
  readonly code: string;
}

export function DocumentLink({ page, code }: DocumentLinkProps) {
  return (
    <a class="document-link small mono" href={page} hreflang="en" target="_self">
      {code}
    </a>
  );
}
