/// <reference types="astro/client" />
import { catalogueFor } from '#words/words.ts';
import { type DocsPage, docsPage, docsPath, groupsOf } from './docs.ts';

/** The Markdown of the program, in English, rendered when the pages are bundled. */
const files = import.meta.glob<() => Promise<string>>('../../../docs/*.md', {
  eager: true,
  import: 'compiledContent',
});

/**
 * The pages of the documentation by their paths. They are the same in every release, so the module puts
 * them together once; code in a page would run at each rendering.
 */
export const DOCS: ReadonlyMap<string, DocsPage> = new Map(
  await Promise.all(
    Object.entries(files).map(
      async ([file, compile]) =>
        [docsPath(file), docsPage(await compile(), catalogueFor('en'))] as const,
    ),
  ),
);

const index = DOCS.get('/docs/');
/** The navigation, as the index lists it. */
export const DOCS_GROUPS = index ? groupsOf(index) : [];
