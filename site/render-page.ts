import { createApp } from 'astro/app/entrypoint';

/** Not streamed: a page that throws half-way would be a 200 that is cut off. */
const app = createApp({ streaming: false });

/**
 * Renders the page at a path: what the bundle of the pages exports (astro.config.mjs). It is given
 * nothing of a client's request: no Host, no header, no query. Undefined where no page is at the path.
 */
export async function renderPage(
  path: string,
  locals: Omit<App.Locals, 'site'>,
): Promise<Response | undefined> {
  const request = new Request(`http://localhost${path}`);
  const routeData = app.match(request);
  // The middleware of the pages adds what it makes of the locals.
  return routeData && app.render(request, { locals, routeData });
}
