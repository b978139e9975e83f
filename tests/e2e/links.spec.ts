import { expect, fetchPage, pagePaths, test } from './service.ts';

const ALTERNATES = {
  'application/atom+xml': '/feed.xml',
  'application/feed+json': '/api/feed.json',
};
const SERVED_AS = { '/feed.xml': 'application/atom+xml', '/api/feed.json': 'application/json' };

test('every page announces both feeds, and they are what they say', async ({
  service,
  published,
}) => {
  for (const path of [...pagePaths(published), '/no-such-page/']) {
    const head = (await (await fetchPage(service.url + path)).text()).split('</head>')[0] ?? '';
    for (const [type, href] of Object.entries(ALTERNATES)) {
      expect(head, path).toMatch(
        new RegExp(`<link rel="alternate" type="${type.replace('+', '\\+')}"[^>]* href="${href}">`),
      );
    }
  }
  for (const [path, mediaType] of Object.entries(SERVED_AS)) {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(mediaType);
  }
});

test('every page names its own address as the canonical one, and a missing page names none', async ({
  service,
  published,
}) => {
  for (const path of pagePaths(published)) {
    const html = await (await fetchPage(service.url + path)).text();
    const [, canonical = ''] = /<link rel="canonical" href="([^"]*)">/.exec(html) ?? [];
    expect(new URL(canonical).pathname).toBe(path);
  }
  const missing = await fetchPage(`${service.url}/no-such-page/`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<meta name="robots" content="noindex">');
});

test('every link inside the site leads somewhere', async ({ service, published }) => {
  test.setTimeout(60_000);
  const links = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const path of [...pagePaths(published), '/no-such-page/']) {
    const html = await (await fetchPage(service.url + path)).text();
    texts.set(path, html);
    for (const [, href = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), service.url + path);
      if (target.origin === service.url) links.set(target.href, path);
    }
  }
  const broken: string[] = [];
  for (const [link, from] of links) {
    const { pathname, hash } = new URL(link);
    const known = texts.get(pathname);
    if (known === undefined && !(await fetch(link)).ok) broken.push(`${from}: ${link}`);
    if (hash && !known?.includes(`id="${hash.slice(1)}"`)) broken.push(`${from}: ${link}`);
  }
  expect(links.size).toBeGreaterThan(published.reviews.length);
  expect(broken).toEqual([]);
});

test('robots.txt allows everything, and the icon is a drawing', async ({ service }) => {
  const robots = await fetch(`${service.url}/robots.txt`);
  expect(await robots.text()).toBe('User-agent: *\nAllow: /\n');
  const icon = await fetch(`${service.url}/favicon.svg`);
  expect(icon.headers.get('content-type')).toBe('image/svg+xml');
});
