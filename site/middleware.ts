import type { MiddlewareHandler } from 'astro';

/** Hands what a page throws to whoever asked for it, who answers and logs; Astro would do both itself. */
export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!locals.onError) throw error;
    locals.onError(error);
    return new Response('The page failed.', { status: 500 });
  }
};
