/** The image that a version was deployed as, by its digest: a tag can be moved to another image. */
import { z } from 'zod';

const pattern = /^(?:[A-Za-z0-9][\w.:/-]{0,254}@)?(?<digest>sha256:[0-9a-f]{64})$/u;

/** `sha256:<64 hexadecimal digits>`, or `name@` before it. */
export const ImageReference = z.string().regex(pattern);

/** Without the name, which says only where it was pulled from; the text itself where it is no reference. */
export function digestOfImage(image: string): string {
  return pattern.exec(image)?.groups?.['digest'] ?? image;
}
