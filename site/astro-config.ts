import { join } from 'node:path';
import node from '@astrojs/node';
import type { AstroInlineConfig } from 'astro';
import { type ReleaseSettings, testimony } from './integration.ts';

/** The configuration of a build into a folder, for the Astro command line and for `npm run build`. */
export function createAstroConfig(settings: ReleaseSettings, outDir: string): AstroInlineConfig {
  return {
    root: join(import.meta.dirname, '..'),
    site: settings.baseUrl,
    srcDir: './site',
    publicDir: './site/public',
    outDir,
    output: 'static',
    trailingSlash: 'always',
    // The JSX mode removes white space between inline elements that stand on lines of their own.
    compressHTML: true,
    // Pages allow no inline style (their Content-Security-Policy).
    build: { inlineStylesheets: 'never' },
    adapter: node({ mode: 'middleware' }),
    session: false,
    devToolbar: { enabled: false },
    // Rendering code is written beside outDir, which may lie where no package can be found.
    vite: {
      environments: { prerender: { resolve: { noExternal: true } } },
      // An inlined script would be refused by the pages' own policy.
      build: { assetsInlineLimit: 0 },
    },
    integrations: [testimony(settings)],
  };
}
