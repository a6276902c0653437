import { words } from '../words/words.ts';

export const caHref = '/api/ca.pem';

/** Downloads the certificate authority of the control plane, which commands name as `ca.pem`. */
export function CaLink({ isButton = false }: { readonly isButton?: boolean }) {
  return (
    <a href={caHref} download="ca.pem" {...(isButton && { class: 'button' })}>
      {words().app.caDownload}
    </a>
  );
}
