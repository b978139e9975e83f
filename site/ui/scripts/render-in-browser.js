import { renderSlotToString } from 'astro/runtime/server/index.js';
import ListPage from '../components/list/ListPage.astro';

/**
 * Returns the HTML of a list, made with as much of the state of Astro's server as its components use. No
 * types check this file, as those of Astro require all of that state; a test compares the HTML with the
 * server's.
 */
export async function renderInBrowser(props, locals) {
  const result = {
    _metadata: { propagators: new Set(), templateDepth: 0 },
    componentMetadata: new Map(),
    // The page that is shown has them.
    inlinedScripts: { get: () => '' },
    createAstro: (props, slots) => ({
      props,
      locals,
      slots: {
        has: (name) => slots?.[name] !== undefined,
        render: (name) => renderSlotToString(result, slots?.[name]),
      },
    }),
  };
  return String(await renderSlotToString(result, await ListPage(result, props, {})));
}
