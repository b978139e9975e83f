import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { listPublicFiles } from '#release/seal-folder.ts';

/** Takes one rendered file, by its name inside the folder of public files. */
export type TakeFile = (file: string, bytes: Uint8Array) => Promise<void>;

/**
 * Hands over pages, and what comes with them, instead of leaving them in a folder. Creating files
 * is what a build of many pages spends its time on, so the pages of a route with parameters become
 * none; what Astro writes itself is a handful. Data files are left out: whoever builds pages apart
 * has published them.
 */
export function pagesHandedTo(take: TakeFile): AstroIntegration {
  return {
    name: 'testimony-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((standard) => ({
          ...standard,
          async getStaticPaths() {
            const paths = await standard.getStaticPaths();
            return paths.filter(({ route }) => route.type === 'page');
          },
          async render(request, options) {
            const rendered = await standard.render(request, options);
            if (options.routeData.params.length === 0) return rendered;
            const response = rendered instanceof Response ? rendered : rendered.response;
            const { pathname } = new URL(request.url);
            await take(`${pathname.slice(1)}index.html`, await response.bytes());
            // Of a response without a body Astro makes no file.
            return new Response(null);
          },
        }));
      },
      'astro:build:setup': ({ updateConfig }) => {
        // Astro leaves this to whoever sets a prerenderer; it is what Astro's own one runs.
        const rolldownOptions = { input: 'astro/entrypoints/prerender' };
        updateConfig({ environments: { prerender: { build: { rolldownOptions } } } });
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const file of await listPublicFiles(folder)) {
          await take(file, await readFile(join(folder, file)));
        }
      },
    },
  };
}
