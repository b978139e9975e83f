/// <reference types="astro/client" />
import { type DocsPage, docsPage, docsPath } from './docs.ts';

/** The Markdown of the program, in English, rendered when the pages are bundled. */
const files = import.meta.glob<() => Promise<string>>('../../../docs/*.md', {
  eager: true,
  import: 'compiledContent',
});

/**
 * The pages of the documentation by their paths. They are the same in every release, so that they are
 * put together once: by the module, as what stands in a page runs at each rendering.
 */
export const DOCS: ReadonlyMap<string, DocsPage> = new Map(
  await Promise.all(
    Object.entries(files).map(
      async ([file, compile]) => [docsPath(file), docsPage(await compile())] as const,
    ),
  ),
);
