import { business, dayOf, escapeHtml, pageOf, textOf } from '../page.js';

export const data = { permalink: '/index.html', eleventyImport: { collections: ['newest'] } };

const entryOf = (item) => `<article>
<h2><a href="${item.url}">${escapeHtml(item.data.author.name)}</a></h2>
<p>${item.data.rating} of 5, ${dayOf(item.data.datePublished)}</p>
<p>${escapeHtml(textOf(item).slice(0, 560))}</p>
</article>`;

export function render({ collections }) {
  const entries = collections.newest.slice(0, 12).map(entryOf).join('\n');
  return pageOf({ title: business, url: '/', main: `<h1>Reviews of ${business}</h1>\n${entries}` });
}
