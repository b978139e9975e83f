import { escapeMarkup } from '#artifacts/markup.ts';
import type { Catalogue } from '#words/words.ts';
import { licenseName } from '../license.ts';
import type { Site } from '../site.ts';

/** The values of a service that its pages show. */
type Service = Pick<Site, 'baseUrl' | 'service'> & {
  readonly business: Pick<Site['business'], 'name' | 'license'>;
  readonly head: Pick<Site['head'], 'dateModified'>;
};

/** The name of the index in a folder, which GitHub shows as well. */
const INDEX = 'README';
/** The origin in the examples of the Markdown, where `npm start` serves the demo. */
const DEMO = 'http://localhost:8787';
/** It before a path that only a service answers. */
const DEMO_SERVICE =
  /http:\/\/localhost:8787(?=\/(?:api\/(?:reviews|websub)|mcp|healthz|readyz|feed\.xml\?|api\/feed\.json\?))/g;

const LANGUAGES: Readonly<Record<string, string>> = {
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  markdown: 'Markdown',
  nginx: 'nginx',
  python: 'Python',
  r: 'R',
  sh: 'Shell',
  sql: 'SQL',
  text: 'Text',
  yaml: 'YAML',
};

/** Returns a page, out of the HTML that Astro makes of its Markdown: links between files are links between pages. */
export function docsPage(html: string, { t }: Pick<Catalogue, 't'>) {
  const [, title = '', lead = '', body = ''] =
    /^<h1[^>]*>(.*?)<\/h1>\s*<p>(.*?)<\/p>\s*(.*)$/s.exec(html) ?? [];
  if (title === '') throw new Error('A page of the documentation begins with # and a paragraph.');
  const headings = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)];
  return {
    title: textOf(title),
    /** The first paragraph; HTML. */
    lead: linkPages(lead),
    body: frameCode(labelCells(linkPages(linkHeadings(body))), t),
    sections: headings.map(([, id = '', inner = '']) => ({ id, text: textOf(inner) })),
  };
}

/** The sections of the index that list pages. */
export function groupsOf({ body }: ReturnType<typeof docsPage>) {
  const sections = body.split('<h2 ').slice(1);
  const groups = sections.map((section) => ({
    title: textOf(/>(.*?)<\/h2>/s.exec(section)?.[1] ?? ''),
    paths: [...section.matchAll(/<li>\s*<a href="(\/docs\/[^"#]+)"/g)].flatMap(
      ([, path]) => path ?? [],
    ),
  }));
  return groups.filter(({ paths }) => paths.length > 0);
}

/** HTML of a page as this service shows it: with its own origin, business, license and last change. */
export function asServed(html: string, { baseUrl, service, business, head }: Service): string {
  const { name, license } = business;
  return html
    .replaceAll(DEMO_SERVICE, service || baseUrl)
    .replaceAll(DEMO, baseUrl)
    .replaceAll(encodeURIComponent(DEMO), encodeURIComponent(baseUrl))
    .replaceAll('{business}', () => escapeMarkup(name))
    .replaceAll('{modified}', head.dateModified ?? 'never')
    .replaceAll('{license}', () =>
      license === undefined
        ? 'not stated: ask before you republish them'
        : `<a rel="license" href="${escapeMarkup(license)}">${escapeMarkup(licenseName(license))}</a>`,
    );
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

/** Each cell knows the name of its column, for screens on which rows are stacked. */
function labelCells(html: string): string {
  return html.replaceAll(/<table>.*?<\/table>/gs, (table) => {
    const names = [...table.matchAll(/<th>(.*?)<\/th>/gs)].map(([, name = '']) => textOf(name));
    let column = -1;
    return table.replaceAll('<th>', '<th scope="col">').replaceAll(/<tr>|<td>/g, (tag) => {
      column = tag === '<tr>' ? -1 : column + 1;
      return tag === '<tr>' ? tag : `<td data-label="${names[column]}">`;
    });
  });
}

/** Each block of code gets a head with its language and a button to copy it. */
function frameCode(html: string, t: Catalogue['t']): string {
  let count = 0;
  return (
    html
      .replaceAll(/<pre class="[^"]*" data-language="(\w+)">/g, (_, language: string) => {
        count += 1;
        const name = LANGUAGES[language] ?? language;
        return `<div class="docs-code"><div><span>${name}</span><span role="status"></span><button type="button" hidden data-copies="code-${count}" data-copied="${t('copy.copied')}" data-selected="${t('copy.selected')}">${t('copy.action')}<span class="visually-hidden"> ${name}</span></button></div><pre id="code-${count}">`;
      })
      .replaceAll('</pre>', '</pre></div>')
      .replaceAll(/<code class="language-\w+">/g, '<code>')
      // Punctuation has the color of all text.
      .replaceAll(/<span class="token (?:punctuation|operator)">([^<]*)<\/span>/g, '$1')
      .replaceAll('<span class="token ', '<span class="')
  );
}
