import { isCalendarDate, ReviewId } from '#dataset/scalars.ts';
import { RESOURCE_PATHS } from './resources.ts';

/** What a URI asks for by its form, whether or not a release has it. */
export type ResourceAddress =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'since'; readonly date: string }
  | { readonly kind: 'page'; readonly id: string };

const SINCE = '/api/reviews/since/';
const PAGE = /^\/reviews\/([^/]{1,64})\/?$/;

/**
 * Reads a URI, which has to be spelt as it is listed: clients compare URIs character by character,
 * and two spellings would be two resources. Only the slash at the end of a page may be missing,
 * which models often drop, and which HTTP redirects to the page too.
 */
export function readResourceUri(uri: string, baseUrl: string): ResourceAddress | undefined {
  if (!uri.startsWith(`${baseUrl}/`)) return undefined;
  const path = uri.slice(baseUrl.length);
  if (RESOURCE_PATHS.includes(path)) return { kind: 'file', path };
  if (path.startsWith(SINCE)) {
    const date = path.slice(SINCE.length);
    return isCalendarDate(date) ? { kind: 'since', date } : undefined;
  }
  const id = PAGE.exec(path)?.[1];
  return ReviewId.safeParse(id).success && id !== undefined ? { kind: 'page', id } : undefined;
}

/** True of what could be a resource of some release. Such a URI has a bounded length. */
export function isResourceUri(uri: string, baseUrl: string): boolean {
  return readResourceUri(uri, baseUrl) !== undefined;
}
