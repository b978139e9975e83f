import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENTITY_KINDS } from '#release/page-addresses.ts';
import { expect, fetchPage, LISTS, MISSING_PAGE, REMOVED_REVIEW, test } from './service.ts';

// Most of them read every page: one worker does so once.
test.describe.configure({ mode: 'default' });

const CONTENT = join(import.meta.dirname, '../../content');

/** The published pages, and others. */
async function withOthers(pages: ReadonlyMap<string, string>, url: string, ...paths: string[]) {
  const others = paths.map(async (path): Promise<[string, string]> => {
    return [path, await (await fetchPage(url + path)).text()];
  });
  return new Map<string, string>([...pages, ...(await Promise.all(others))]);
}

test('every review is four clicks at most away from the first page, everybody and everything two', ({
  published,
  linked,
}) => {
  const far = published.reviews.filter(
    ({ id }) => (linked.get(`/reviews/${id}/`)?.clicks ?? 9) > 4,
  );
  expect(far).toEqual([]);
  const { employee, services, areaServed } = published.business;
  for (const [kind, all] of [
    ['people', employee],
    ['services', services],
    ['places', areaServed],
  ] as const) {
    for (const { id } of all) expect(linked.get(`/${kind}/${id}/`)?.clicks, id).toBeLessThan(3);
  }
});

const FEEDS = [
  ['/feed.xml', 'application/atom+xml', 'application/atom+xml'],
  ['/api/feed.json', 'application/feed+json', 'application/json'],
] as const;

test('every page announces both feeds, and they are what they say', async ({ url, pages }) => {
  const all = await withOthers(pages, url, MISSING_PAGE);
  for (const [href, type, servedAs] of FEEDS) {
    const link = `<link rel="alternate" type="${type.replace('+', '\\+')}"[^>]* href="${href}">`;
    const announces = new RegExp(`${link}[\\s\\S]*</head>`);
    for (const html of all.values()) expect(html).toMatch(announces);
    const response = await fetch(url + href);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, servedAs]);
  }
});

test('every page names its own address as the canonical one, and a missing page names none', async ({
  url,
  pages,
}) => {
  for (const [path, html] of pages) {
    expect(html).toContain(`<link rel="canonical" href="${url}${path}">`);
  }
  const missing = await fetchPage(url + MISSING_PAGE);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<meta name="robots" content="noindex">');
});

test('every link inside the site leads somewhere', async ({ url, pages }) => {
  test.setTimeout(60_000);
  const links = new Map<string, string>();
  const all = await withOthers(pages, url, MISSING_PAGE, REMOVED_REVIEW, ...LISTS);
  for (const [path, html] of all) {
    for (const [, href = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), url + path);
      if (target.origin === url) links.set(target.href, path);
    }
  }
  const broken: string[] = [];
  for (const [link, from] of links) {
    const { pathname, hash } = new URL(link);
    const known = all.get(pathname);
    if (known === undefined && !(await fetch(link)).ok) broken.push(`${from}: ${link}`);
    const isThere = hash.startsWith('#/')
      ? await holdsPointer(link, hash.slice(1))
      : known?.includes(`id="${hash.slice(1)}"`);
    if (hash && !isThere) broken.push(`${from}: ${link}`);
  }
  expect(links.size).toBeGreaterThan(pages.size);
  expect(broken).toEqual([]);
});

/** Whether a JSON document has a value at a JSON Pointer (RFC 6901). */
async function holdsPointer(url: string, pointer: string): Promise<boolean> {
  const steps = decodeURI(pointer).split('/').slice(1);
  const document = await (await fetch(url)).json();
  return steps.reduce((node, step) => node?.[step], document) !== undefined;
}

test('the navigation marks the part of the site that a page is in', ({ pages, published }) => {
  const current = (path: string) =>
    /<a href="([^"]*)" aria-current="([^"]*)"/
      .exec(pages.get(path) ?? '')
      ?.slice(1)
      .join(' ');
  expect(current('/')).toBeUndefined();
  expect(current('/feeds/')).toBe('/feeds/ page');
  expect(current('/reviews/')).toBe('/reviews/ page');
  expect(current(`/reviews/${published.reviews[0]?.id}/`)).toBe('/reviews/ true');
  expect(current('/archive/')).toBe('/reviews/ true');
  for (const kind of ENTITY_KINDS) {
    const path = [...pages.keys()].find((one) => one.startsWith(`/${kind}/`)) ?? '';
    expect(current(path), path).toBe('/insights/ true');
  }
  expect(current('/websub/')).toBe('/feeds/ true');
  expect(current('/docs/')).toBeUndefined();
});

test('pages lead to those of agents, of push and of the documentation', ({ pages }) => {
  for (const [path, href, name] of [
    ['/', '/agents/', 'AI agents'],
    ['/', '/feeds/', 'Data'],
    ['/', '/docs/', 'API'],
    ['/feeds/', '/agents/', 'let them ask'],
    ['/feeds/', '/websub/', 'have changes sent to them'],
    ['/', '/docs/', 'Documentation'],
    ['/docs/', '/docs/configuration/', 'Configuration'],
    ['/docs/configuration/', '#limits-and-memory', 'Limits and memory'],
  ] as const) {
    expect(pages.get(path)).toMatch(new RegExp(`<a href="${href}">\\s*${name}\\s*</a>`));
  }
});

test('the JSON-LD of every review says what its record says', ({ published, pages }) => {
  for (const record of published.reviews) {
    const html = pages.get(new URL(record.url).pathname) ?? '';
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    const [jsonLd, crumbs] = blocks.map(([, json = '']) => JSON.parse(json));
    expect(crumbs['@type']).toBe('BreadcrumbList');
    expect(crumbs.itemListElement.at(-1).item).toBe(record.url);
    const { '@context': context, identifier, itemReviewed, ...review } = jsonLd;
    expect([context, identifier]).toEqual(['https://schema.org', record.id]);
    const { name, '@type': type } = published.business;
    expect(itemReviewed).toMatchObject({ name, '@type': type });
    expect(record).toMatchObject(review);
    const { reviewBody, reviewRating, author, datePublished, publisher } = record;
    const known = { reviewBody, reviewRating, author, datePublished, publisher };
    expect(review).toMatchObject({ '@type': 'Review', ...known });
  }
});

test('every page says in terms of schema.org what it is, and home whose reviews these are', ({
  pages,
}) => {
  const typesOf = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => {
        const { '@context': context, '@type': type } = JSON.parse(json);
        expect(context).toBe('https://schema.org');
        return [type].flat()[0];
      },
    );
  for (const [path, html] of pages) {
    const types = typesOf(html);
    if (path === '/') expect(types).toEqual(['LegalService', 'WebSite']);
    else if (path === '/insights/') expect(types).toEqual(['FAQPage']);
    else if (/^\/reviews\/./.test(path)) expect(types).toEqual(['Review', 'BreadcrumbList']);
    else expect(types[0], path).toBe('WebPage');
  }
});

/** What no page may show: ids, and the words of reviews that are pending or withheld. */
async function secrets(): Promise<string[]> {
  const removed = await readFile(join(CONTENT, 'removed.yaml'), 'utf8');
  const found = [...removed.matchAll(/^- id: (\S+)$/gm)].map(([, id = '']) => id);
  const entries = await readdir(join(CONTENT, 'reviews'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    if (/^verification: .*status: verified/m.test(text)) continue;
    const [, , body = ''] = text.split(/^---$/m);
    found.push(/^id: (\S+)$/m.exec(text)?.[1] ?? '');
    if (body.trim()) found.push(body.trim().split('\n')[0]?.slice(0, 60) ?? '');
  }
  return found;
}

test('no page shows a review that is pending, withheld or removed', async ({ url, pages }) => {
  const hidden = await secrets();
  expect(hidden.length).toBeGreaterThan(10);
  for (const [path, html] of await withOthers(pages, url, MISSING_PAGE)) {
    // Markup is undone, so that a text with quotes is found as well.
    const text = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
    for (const secret of hidden) expect(text.includes(secret), `${path}: ${secret}`).toBe(false);
  }
  for (const secret of hidden.filter((one) => /^[a-z]+-[a-z0-9]+$/.test(one))) {
    expect(pages.has(`/reviews/${secret}/`)).toBe(false);
    expect([404, 410]).toContain((await fetch(`${url}/reviews/${secret}/`)).status);
  }
});

test('robots.txt allows everything, and there are icons where they are looked for', async ({
  url,
}) => {
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  expect(robots).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${url}/sitemap.xml\n`);
  for (const [path, mediaType] of [
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
  ] as const) {
    const icon = await fetch(url + path);
    expect(icon.status, path).toBe(200);
    expect(icon.headers.get('content-type')).toBe(mediaType);
  }
});
