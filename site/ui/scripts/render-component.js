import { renderSlotToString } from 'astro/runtime/server/index.js';

/**
 * Renders a component to HTML in a browser, with as much of the state of Astro's server as the components of
 * lists ask for. No types check this, as those of Astro require all of that state; tests compare the HTML with
 * the server's.
 */
export async function renderComponent(component, props, locals) {
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
  return String(await renderSlotToString(result, await component(result, props, {})));
}
