/**
 * Must be the first import of a page that reads documents with zod: zod otherwise probes for `new Function`, which the page's
 * content security policy forbids and reports.
 */
import { z } from 'zod';

z.config({ jitless: true });
