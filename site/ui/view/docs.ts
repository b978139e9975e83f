/** A page of the documentation, out of the HTML that Astro makes of its Markdown. */
export type DocsPage = {
  readonly title: string;
  /** The first paragraph; HTML. */
  readonly lead: string;
  /** What follows it; HTML. */
  readonly body: string;
  readonly sections: readonly { readonly id: string; readonly text: string }[];
};

/** The name of the index in a folder that GitHub shows, too. */
const INDEX = 'README';

/**
 * Links between the files become links between the pages, each heading a link to itself, and a
 * table scrolls by itself where it is wider than the screen.
 */
export function docsPage(html: string): DocsPage {
  const [, title = '', lead = '', body = ''] =
    /^<h1[^>]*>(.*?)<\/h1>\s*<p>(.*?)<\/p>\s*(.*)$/s.exec(html) ?? [];
  if (title === '') throw new Error('A page of the documentation begins with # and a paragraph.');
  const headings = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)];
  return {
    title: textOf(title),
    lead: linkPages(lead),
    body: linkPages(scrollTables(linkHeadings(body))),
    sections: headings.map(([, id = '', inner = '']) => ({ id, text: textOf(inner) })),
  };
}

/** The path of the page of a Markdown file. */
export function docsPath(file: string): string {
  const name = /([\w-]+)\.md$/.exec(file)?.[1];
  return name === INDEX ? '/docs/' : `/docs/${name}/`;
}

/** A paragraph of HTML as plain text, such as for a description. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

function linkPages(html: string): string {
  return html.replaceAll(
    /href="([\w-]+\.md)(#[^"]*)?"/g,
    (_, file: string, hash = '') => `href="${docsPath(file)}${hash}"`,
  );
}

function linkHeadings(html: string): string {
  return html.replaceAll(
    /<(h[23]) id="([^"]+)">(.*?)<\/\1>/gs,
    '<$1 id="$2"><a class="docs-anchor" href="#$2">$3</a></$1>',
  );
}

/** A region that the keyboard can scroll needs a name of its own: the heading above it, numbered. */
function scrollTables(html: string): string {
  let above = '';
  let number = 0;
  return html
    .replaceAll(/<a class="docs-anchor" href="#[^"]+">(.*?)<\/a>|<table>/gs, (found, inner) => {
      if (inner !== undefined) {
        above = textOf(inner).replaceAll('"', '&quot;');
        number = 0;
        return found;
      }
      const name = ++number === 1 ? 'Table' : `Table ${number}`;
      return `<section class="docs-table" aria-label="${name}: ${above}" tabindex="0"><table>`;
    })
    .replaceAll('</table>', '</table></section>')
    .replaceAll('<th>', '<th scope="col">');
}
