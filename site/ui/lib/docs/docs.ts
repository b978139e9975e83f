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

/** Links between the files become links between the pages, and each heading a link to itself. */
export function docsPage(html: string): DocsPage {
  const [, title = '', lead = '', body = ''] =
    /^<h1[^>]*>(.*?)<\/h1>\s*<p>(.*?)<\/p>\s*(.*)$/s.exec(html) ?? [];
  if (title === '') throw new Error('A page of the documentation begins with # and a paragraph.');
  const headings = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)];
  return {
    title: textOf(title),
    lead: linkPages(lead),
    body: linkPages(linkHeadings(body)).replaceAll('<th>', '<th scope="col">'),
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
