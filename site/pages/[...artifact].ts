import type { APIRoute } from 'astro';
import { artifactAt } from '#artifacts/catalog.ts';

/** The data files, for `astro dev`; elsewhere they are served as bytes, and no page is asked. */
export const GET: APIRoute = async ({ params, locals, rewrite }) => {
  const path = `/${params.artifact ?? ''}`;
  const file = artifactAt(path) && (await locals.release.file(path));
  // An endpoint's own 404 would stay empty.
  if (!file) return rewrite('/404/');
  return new Response(Buffer.concat(file.body), {
    headers: { 'Content-Type': file.mediaType },
  });
};
