/** The units of systemd, as the archives hold them. */
import { renderHostFiles } from '../delivery/hosts/render-unit.ts';
import { releaseImages } from '../release/images.ts';
import type { Page } from './page.ts';

export function render(): Page[] {
  return releaseImages.flatMap((image) =>
    renderHostFiles(image).map(({ name, text }) => ({ path: `deploy/systemd/${name}`, text })),
  );
}
