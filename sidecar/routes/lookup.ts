import type { LookupReply } from '../http/http.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { MAX_URL_BYTES, splitTarget } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { prefersMarkdown } from '../render/asked-page.ts';
import type { Pages } from '../render/render.ts';

type Deps = { readonly current: CurrentRelease; readonly pages: Pick<Pages, 'get'> };

/**
 * Returns a function that finds the reply of a data file, a rendered page or a file that pages
 * name, if it is requested without a question. Everything else, including errors and odd spellings,
 * is for the routes.
 */
export function createLookup({ current, pages }: Deps): LookupReply {
  return (target, request) => {
    const { release } = current;
    if (!release || target.length > MAX_URL_BYTES) return undefined;
    const { path, query } = splitTarget(target);
    if (query !== '') return undefined;
    const file = release.files.get(path) ?? pages.get(release, path);
    if (!file || prefersMarkdown(request)) return undefined;
    try {
      return replyWithFile(file, request);
    } catch {
      return undefined;
    }
  };
}
