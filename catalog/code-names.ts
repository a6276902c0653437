/**
 * How repositories, revisions and files are named. They become parts of an upstream path, so each form is narrow
 * enough that no name can lead elsewhere.
 */
import { z } from 'zod';

export const Repository = z
  .string()
  .max(140)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/u,
    'must be owner/name, without address',
  )
  .describe('owner/name');

export const Owner = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/u, 'must be the name of an organization or a user');

/** Git's own rules for names (git-check-ref-format), but for those that only matter on disk. */
const isRefName = (text: string): boolean =>
  !/[\p{C}\s~^:?*[\\]/u.test(text) && !/\.\.|@\{|\/\/|^[-/.]|[/.]$|\/\.|\.lock(?:\/|$)/u.test(text) && text !== '@';

export const Ref = z
  .string()
  .min(1)
  .max(255)
  .refine(isRefName, 'must be a branch, a tag or a commit')
  .describe('Branch, tag or commit');

export const Branch = z.string().min(1).max(255).refine(isRefName, 'must be the name of a branch');

export const RefPrefix = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?:heads|tags)\//u, 'must begin with heads/ or tags/')
  .refine((text) => isRefName(`${text}x`), 'must be the beginning of a name')
  .describe('Beginning of the full name, such as heads/release- or tags/v1.');

export const CommitId = z.string().regex(/^[0-9a-f]{7,64}$/u, 'must be 7 to 64 hexadecimal digits');

export const FilePath = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^\P{C}+$/u, 'must not contain control characters')
  .refine(
    (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'must be a path from the root of the repository, without a slash at its ends',
  );

export const CountFrom1 = z.int().min(1).max(2_147_483_647);

export const ChangedFile = z.strictObject({
  path: z.string(),
  previousPath: z.string().optional().describe('For a file that was renamed'),
  change: z.string().describe('In the words of the system that answers, such as added, modified or removed'),
  addedLines: z.int(),
  removedLines: z.int(),
  patch: z.string().optional().describe('Absent for binary files and for changes too large to show'),
});
