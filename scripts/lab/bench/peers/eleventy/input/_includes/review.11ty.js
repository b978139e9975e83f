import { dayOf, escapeHtml, pageOf, recordOf, textOf } from '../../page.js';

const places = new WeakMap();

function placeOf(list, url) {
  if (!places.has(list)) places.set(list, new Map(list.map((item, place) => [item.url, place])));
  return places.get(list).get(url);
}

const link = (rel, item) =>
  item ? `<a rel="${rel}" href="${item.url}">${escapeHtml(item.data.author.name)}</a>` : '';

export function render({
  collections,
  page,
  author,
  rating,
  name,
  ownerReply,
  source,
  verification,
}) {
  const list = collections.newest;
  const place = placeOf(list, page.url);
  const item = list[place];
  const json = JSON.stringify(recordOf(item)).replaceAll('<', '\\u003c');
  const paragraphs = textOf(item)
    .split('\n\n')
    .map((text) => `<p>${escapeHtml(text)}</p>`);
  return pageOf({
    title: `Review by ${author.name}, ${rating} of 5`,
    url: page.url,
    head: `<script type="application/ld+json">${json}</script>`,
    main: `<article>
<h1>${escapeHtml(name ?? `Review by ${author.name}`)}</h1>
<p>${rating} of 5</p>
${paragraphs.join('\n')}
${ownerReply ? `<section><h2>Reply</h2><p>${escapeHtml(ownerReply.text)}</p></section>` : ''}
<p>${escapeHtml(author.name)}, ${dayOf(item.data.datePublished)}, ${escapeHtml(source.name)}, ${verification.method}</p>
</article>
<nav>${link('prev', list[place - 1])} ${link('next', list[place + 1])}</nav>`,
  });
}
