import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { peerFile } from '../../../peers/peers.ts';
import type { Command } from '../process/process.ts';
import { BENCH_BASE_URL } from '../release.ts';
import { type BuildFolders, writeFiles } from './site-files.ts';

/** Writes an Eleventy site with a copy of the reviews. Templates are JavaScript, the fastest kind. */
export function prepareEleventy({
  folder,
  contentDir,
  outDir,
  isDataOnly = false,
}: BuildFolders): Command {
  const input = join(folder, 'input');
  cpSync(join(contentDir, 'reviews'), join(input, 'reviews'), { recursive: true });
  cpSync(join(contentDir, 'business.yaml'), join(folder, 'business.yaml'));
  const paths = { input: 'input', output: relative(folder, outDir) };
  writeFiles(folder, {
    'package.json': '{ "type": "module" }\n',
    'eleventy.config.js': `const paths = ${JSON.stringify(paths)};\n${CONFIGURATION}`,
    'shared.js': `const base = ${JSON.stringify(BENCH_BASE_URL)};\n${SHARED}`,
    'input/data.11ty.js': DATA,
    ...(isDataOnly ? DATA_ONLY : PAGES),
  });
  const args = [peerFile('eleventy', 'cmd.cjs'), '--quiet'];
  return { program: process.execPath, args, cwd: folder };
}

const CONFIGURATION = `
export default function configure(config) {
  // The text of a review is plain text: no template in it, and no Markdown.
  config.setLibrary('md', { render: (text) => text, disable() {}, set() {} });
  config.addCollection('newest', (api) =>
    api.getFilteredByTag('review').sort((a, b) =>
      b.data.datePublished - a.data.datePublished || (a.data.id < b.data.id ? -1 : 1)));
  return { dir: paths, markdownTemplateEngine: false, templateFormats: ['md', '11ty.js'] };
}
`;

const SHARED = `
import { readFileSync } from 'node:fs';
const yaml = readFileSync(new URL('./business.yaml', import.meta.url), 'utf8');
const field = (name) => JSON.stringify(new RegExp('^' + name + ': "?(.*?)"?$', 'm').exec(yaml)?.[1] ?? '');
export const business = Object.fromEntries(
  ['name', 'description', 'url', 'disclaimer'].map((name) => [name, JSON.parse(field(name))]));
export const baseUrl = base;
const CHARACTERS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text) => String(text).replace(/[&<>"']/g, (one) => CHARACTERS[one]);
export const day = (date) => date.toISOString().slice(0, 10);
export const textOf = (item) => item.rawInput.trim();
export const pathOf = (data) => \`/reviews/\${data.id}/\`;
export function recordOf(data, text) {
  return {
    '@type': 'Review',
    id: data.id,
    url: base + pathOf(data),
    author: { '@type': 'Person', name: data.author.name },
    datePublished: day(data.datePublished),
    reviewRating: { '@type': 'Rating', ratingValue: data.rating, bestRating: 5, worstRating: 1 },
    ...(data.name && { name: data.name }),
    reviewBody: text,
    inLanguage: data.inLanguage,
    publisher: { '@type': 'Organization', name: data.source.name },
    verification: data.verification,
    ...(data.ownerReply && { ownerReply: data.ownerReply }),
  };
}
export function pageOf({ title, url, head = '', main }) {
  return \`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>\${escape(title)}</title>
<link rel="canonical" href="\${base}\${url}">
<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="Reviews">
<link rel="alternate" type="application/feed+json" href="/api/feed.json" title="Reviews">
\${head}
</head>
<body>
<header><a href="/">\${escape(business.name)}</a> <nav><a href="/reviews.json">Data</a> <a href="/feed.xml">Feed</a></nav></header>
<main>\${main}</main>
<footer><p>\${escape(business.disclaimer)}</p></footer>
</body>
</html>
\`;
}
`;

const REVIEW_DATA = `
export default {
  tags: ['review'],
  layout: 'review.11ty.js',
  permalink: ({ id }) => \`/reviews/\${id}/\`,
};
`;

const REVIEW = `
import { day, escape, pageOf, recordOf, textOf } from '../../shared.js';
const places = new WeakMap();
function placeOf(list, url) {
  let known = places.get(list);
  if (!known) places.set(list, (known = new Map(list.map((item, index) => [item.url, index]))));
  return known.get(url);
}
const link = (rel, item) =>
  item ? \`<a rel="\${rel}" href="\${item.url}">\${escape(item.data.author.name)}</a>\` : '';
export function render(data) {
  const list = data.collections.newest;
  const place = placeOf(list, data.page.url);
  const text = textOf(list[place]);
  const json = JSON.stringify(recordOf(data, text)).replaceAll('<', '\\\\u003c');
  const date = day(data.datePublished);
  const reply = data.ownerReply;
  return pageOf({
    title: \`Review by \${data.author.name}, \${data.rating} of 5\`,
    url: data.page.url,
    head: \`<script type="application/ld+json">\${json}</script>\`,
    main: \`<article>
<h1>\${escape(data.name ?? \`Review by \${data.author.name}\`)}</h1>
<p>\${data.rating} of 5</p>
\${text.split('\\n\\n').map((paragraph) => \`<p>\${escape(paragraph)}</p>\`).join('\\n')}
\${reply ? \`<section><h2>Reply</h2><p>\${escape(reply.text)}</p><p>\${day(reply.datePublished)}</p></section>\` : ''}
<dl>
<dt>Author</dt><dd>\${escape(data.author.name)}</dd>
<dt>Published</dt><dd><time datetime="\${date}">\${date}</time></dd>
<dt>Source</dt><dd>\${escape(data.source.name)}</dd>
<dt>Verified</dt><dd>\${escape(data.verification.method)}, \${day(data.verification.date)}</dd>
</dl>
</article>
<nav>\${link('prev', list[place - 1])} \${link('next', list[place + 1])}</nav>\`,
  });
}
`;

const HOME = `
import { business, day, escape, pageOf, textOf } from '../shared.js';
export const data = {
  permalink: '/index.html',
  eleventyImport: { collections: ['newest'] },
};
export function render({ collections }) {
  const groups = Map.groupBy(collections.newest, (item) => item.data.rating);
  const entry = (item) => \`<article>
<h3><a href="\${item.url}">\${escape(item.data.author.name)}</a></h3>
<p>\${item.data.rating} of 5, <time>\${day(item.data.datePublished)}</time></p>
<p>\${escape(textOf(item).slice(0, 560))}</p>
</article>\`;
  return pageOf({
    title: \`Reviews of \${business.name}\`,
    url: '/',
    main: \`<h1>Reviews of \${escape(business.name)}</h1>
<p>\${escape(business.description)}</p>
<ul>\${[...groups].map(([rating, items]) => \`<li>\${rating} stars: \${items.length}</li>\`).join('')}</ul>
\${collections.newest.slice(0, 12).map(entry).join('\\n')}\`,
  });
}
`;

const DATA = `
import { baseUrl, business, day, escape, pathOf, recordOf, textOf } from '../shared.js';
const FILES = {
  '/reviews.json': (items) =>
    \`{"@context":["https://schema.org"],"business":\${JSON.stringify(business)},"count":\${items.length},"reviews":[\\n\${items
      .map((item) => JSON.stringify(recordOf(item.data, textOf(item)))).join(',\\n')}\\n]}\\n\`,
  '/insights.json': (items) => {
    const count = ([key, group]) => [key, group.length];
    const mean = (group) => group.reduce((sum, item) => sum + item.data.rating, 0) / group.length;
    const years = Map.groupBy(items, (item) => item.data.datePublished.getUTCFullYear());
    return JSON.stringify({
      ratings: Object.fromEntries([...Map.groupBy(items, (item) => item.data.rating)].map(count)),
      years: [...years].map(([year, group]) => ({ year, count: group.length, mean: mean(group) })),
    });
  },
  '/api/feed.json': (items) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: \`Reviews of \${business.name}\`,
      home_page_url: \`\${baseUrl}/\`,
      items: items.slice(0, 50).map((item) => ({
        id: baseUrl + pathOf(item.data),
        url: baseUrl + pathOf(item.data),
        title: \`\${item.data.rating} of 5 by \${item.data.author.name}\`,
        content_text: textOf(item),
        date_published: item.data.datePublished.toISOString(),
        authors: [{ name: item.data.author.name }],
        language: item.data.inLanguage,
      })),
    }),
  '/feed.xml': (items) => \`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>\${baseUrl}/</id>
<title>Reviews of \${escape(business.name)}</title>
<link rel="self" href="\${baseUrl}/feed.xml"/>
<updated>\${items[0].data.datePublished.toISOString()}</updated>
\${items.slice(0, 50).map((item) => \`<entry>
<id>\${baseUrl}\${pathOf(item.data)}</id>
<title>\${item.data.rating} of 5 by \${escape(item.data.author.name)}</title>
<link href="\${baseUrl}\${pathOf(item.data)}"/>
<updated>\${day(item.data.datePublished)}T00:00:00Z</updated>
<author><name>\${escape(item.data.author.name)}</name></author>
<content type="text">\${escape(textOf(item))}</content>
</entry>\`).join('\\n')}
</feed>
\`,
};
export const data = {
  pagination: { data: 'files', size: 1, alias: 'file' },
  files: Object.keys(FILES),
  permalink: ({ file }) => file,
  eleventyImport: { collections: ['newest'] },
};
export function render({ file, collections }) {
  return FILES[file](collections.newest);
}
`;

const PAGES = {
  'input/_includes/review.11ty.js': REVIEW,
  'input/reviews/reviews.11tydata.js': REVIEW_DATA,
  'input/index.11ty.js': HOME,
};

// Reviews stay in collections, but nothing is written for them.
const DATA_ONLY = {
  'input/reviews/reviews.11tydata.js': `export default { tags: ['review'], permalink: false };\n`,
};
