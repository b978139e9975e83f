import type { MiddlewareHandler } from 'astro';

/** Hands what a page throws to its caller, which answers and logs; Astro would do both itself. */
export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!locals.onError) throw error;
    locals.onError(error);
    return new Response('The page failed.', { status: 500 });
  }
};
