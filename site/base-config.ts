import { join } from 'node:path';
import node from '@astrojs/node';
import type { AstroInlineConfig, AstroIntegration } from 'astro';

/** What every build of the site has in common, into whatever folder and for whatever purpose. */
export function createBaseConfig(
  site: string,
  outDir: string,
  integration: AstroIntegration,
): AstroInlineConfig {
  return {
    root: join(import.meta.dirname, '..'),
    site,
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
    integrations: [integration],
  };
}
