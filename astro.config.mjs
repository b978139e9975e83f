import { dirname, resolve } from 'node:path';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/**
 * Names the order of the cascade layers before each style, as the first mention counts (CSS Cascade 5
 * §6.4.3), and the order of bundling is unknown. The minifier leaves one.
 */
const layerOrder = {
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => `@layer base, layout, components, print;\n${code}`,
  },
};

/** The components of pages as the server's environment compiled them, by their file. */
const compiled = new Map();
const IN_BROWSER = '.js';

/**
 * Gives scripts of pages the components that they import (ui/scripts/render-list.ts), in place of Astro's
 * refusal: the code of the server's environment, which is built first. Their styles and scripts are in the
 * page already.
 */
const componentsInBrowser = {
  name: 'components-in-browser',
  transform: {
    filter: { id: /\.astro$/ },
    handler(code, id) {
      if (this.environment.name !== 'client') compiled.set(id, code);
    },
  },
  resolveId: {
    order: 'pre',
    handler(source, importer = '') {
      if (this.environment.name !== 'client') return undefined;
      if (/\.astro$/.test(source)) return resolve(dirname(importer), source) + IN_BROWSER;
      const isOfComponent = importer.endsWith(`.astro${IN_BROWSER}`);
      return isOfComponent && /\.css$|[?&]astro&type=/.test(source) ? '\0nothing' : undefined;
    },
  },
  load: {
    filter: { id: /\.astro\.js$|^\0nothing$/ },
    handler: (id) => ({
      code: compiled.get(id.slice(0, -IN_BROWSER.length)) ?? '',
      moduleType: 'ts',
    }),
  },
};

/**
 * The pages, bundled once per program: the bundle contains neither content nor an origin, so that it
 * renders every release (sidecar/render/).
 */
export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  // Paths are decided outside, in one table; data files have no trailing slash.
  trailingSlash: 'ignore',
  // The JSX mode removes white space between inline elements on lines of their own.
  compressHTML: true,
  // Pages allow no inline style (their Content-Security-Policy).
  build: { inlineStylesheets: 'never' },
  // The shortest selectors, and no attribute on each element.
  scopedStyleStrategy: 'class',
  // Not streamed: a page that throws halfway would be a truncated 200. Pages take no bodies.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true, bodySizeLimit: 1 }),
  session: false,
  // Prism marks code with classes; Shiki's inline styles would be refused.
  markdown: { syntaxHighlight: 'prism' },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  devToolbar: { enabled: false },
  vite: {
    plugins: [layerOrder, componentsInBrowser],
    // The bundle is moved to a folder without access to packages.
    environments: {
      ssr: { resolve: { noExternal: true } },
      prerender: { resolve: { noExternal: true } },
    },
    ssr: { noExternal: true },
    // Only the adapter's own file server, which is not started, would use it: 250 kB to import.
    resolve: { alias: { send: 'data:text/javascript,export default undefined' } },
    // An inlined script would be refused by the pages' own policy.
    // All pages share one style sheet.
    build: { assetsInlineLimit: 0, cssCodeSplit: false },
  },
});
