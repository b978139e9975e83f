import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/**
 * Names the order of the cascade layers before each style, as the first mention counts (CSS Cascade 5
 * §6.4.3), and nobody knows which style is bundled first. The minifier leaves one.
 */
const layerOrder = {
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => `@layer base, layout, components, print;\n${code}`,
  },
};

/**
 * The pages, bundled once for a program: nothing of the content and no origin goes in, so that one
 * bundle renders every release (sidecar/render/).
 */
export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  // Paths are decided outside, in one table; data files have no slash at their end.
  trailingSlash: 'ignore',
  // The JSX mode removes white space between inline elements that stand on lines of their own.
  compressHTML: true,
  // Pages allow no inline style (their Content-Security-Policy).
  build: { inlineStylesheets: 'never' },
  // Not streamed: a page that throws half-way would be a 200 that is cut off. Pages take no bodies.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true, bodySizeLimit: 1 }),
  session: false,
  // Colours would be inline styles, too.
  markdown: { syntaxHighlight: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  devToolbar: { enabled: false },
  vite: {
    plugins: [layerOrder],
    // The bundle is moved to where no package can be found.
    environments: {
      ssr: { resolve: { noExternal: true } },
      prerender: { resolve: { noExternal: true } },
    },
    ssr: { noExternal: true },
    // Only the adapter's own server of files, which is not started, would use it: 250 kB to import.
    resolve: { alias: { send: 'data:text/javascript,export default undefined' } },
    // An inlined script would be refused by the pages' own policy.
    // All pages share one style sheet.
    build: { assetsInlineLimit: 0, cssCodeSplit: false },
  },
});
