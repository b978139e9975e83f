import type { MiddlewareHandler } from 'astro';
import { siteOf } from './ui/lib/site.ts';

/**
 * Gives a page what all of them need to know of the site, and hands what it throws to its caller, which
 * answers and logs; Astro would do both itself.
 */
export const onRequest: MiddlewareHandler = async ({ locals, url }, next) => {
  try {
    locals.site = await siteOf(locals.release, languageOfPage(url.pathname));
    return await next();
  } catch (error) {
    if (!locals.onError) throw error;
    locals.onError(error);
    return new Response('The page failed.', { status: 500 });
  }
};

/** The documentation is written in English; all other pages are in the language of the business. */
function languageOfPage(path: string): string | undefined {
  return /^\/(?:docs|websub)\//.test(path) ? 'en' : undefined;
}
