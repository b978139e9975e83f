import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderAtomFeed } from '#artifacts/feeds/atom-feed.ts';
import { modifiedAt, titleOf } from '#artifacts/feeds/feed-entry.ts';
import { FeedDocument, renderJsonFeed } from '#artifacts/feeds/json-feed.ts';
import { createStartOf } from '#dataset/zoned-day.ts';
import { runs } from '../../support/at-length.ts';
import { publishedReview } from '../../support/reviews.ts';
import { anyDataset } from './any-dataset.ts';
import { childrenOf, parseXml, textOfChild } from './parse-xml.ts';

const startOf = createStartOf('America/Chicago');

test('an entry changed when its author or the owner last did, on a day or when it was written', () => {
  for (const [dateCreated, dateModified, replied, expected] of [
    [undefined, '2026-10-05', undefined, '2026-10-05T00:00:00-05:00'],
    [undefined, '2026-12-03', undefined, '2026-12-03T00:00:00-06:00'],
    ['2026-10-03T14:02:11Z', '2026-10-03', undefined, '2026-10-03T14:02:11Z'],
    ['2026-10-03T23:30:00+02:00', '2026-10-04', undefined, '2026-10-04T00:00:00-05:00'],
    ['2026-10-03T22:00:00Z', undefined, ['2026-10-03'], '2026-10-03T22:00:00Z'],
    [undefined, '2026-10-05', ['2026-10-07'], '2026-10-07T00:00:00-05:00'],
    [undefined, '2026-10-08', ['2026-10-07'], '2026-10-08T00:00:00-05:00'],
    [undefined, '2026-10-08', ['2026-10-07', '2026-10-09'], '2026-10-09T00:00:00-05:00'],
    [undefined, undefined, undefined, undefined],
  ] as const) {
    const [datePublished, changed] = replied ?? [];
    const review = publishedReview({
      ...(dateCreated && { dateCreated }),
      ...(dateModified && { dateModified }),
      ...(datePublished && {
        ownerReply: { text: 'Hi.', datePublished, ...(changed && { dateModified: changed }) },
      }),
    });
    assert.equal(modifiedAt(review, startOf), expected);
  }
});

// RFC 4151 §2.1, as far as our ids go.
const TAG = /^tag:[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?:review:[a-z0-9-]+$/;

// RFC 3339 §5.6 date-time.
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What a reader shows of HTML without elements: character references once resolved. */
function shown(html: string): string {
  assert.doesNotMatch(html, /[<>]/);
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name] ?? '');
}

/** The text of content that consists of paragraphs and line breaks. */
function shownParagraphs(html: string): string {
  const paragraphs = /^<p>(.*)<\/p>$/s.exec(html)?.[1]?.split('</p><p>') ?? [];
  return paragraphs.map((one) => one.split('<br>').map(shown).join('\n')).join('\n\n');
}

test('entries follow the rules of RFC 4287 and JSON Feed 1.1, whatever the content', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const feed = parseXml(textOf(renderAtomFeed(dataset)));
      const document = JSON.parse(textOf(renderJsonFeed(dataset)));
      const { items } = FeedDocument.parse(document);
      assert.deepEqual({ ...document, items }, document);
      const entries = childrenOf(feed, 'entry');
      const reviews = dataset.reviews.slice(0, 50);
      assert.deepEqual([entries.length, items.length], [reviews.length, reviews.length]);
      assert.equal(new Set(items.map(({ id }) => id)).size, reviews.length);
      for (const [index, review] of reviews.entries()) {
        const [entry = assert.fail(), item = assert.fail()] = [entries[index], items[index]];
        assert.match(item.id, TAG);
        assert.equal(textOfChild(entry, 'id'), item.id);
        const { date_published: published, date_modified: updated = published } = item;
        assert.equal(textOfChild(entry, 'published'), published);
        assert.equal(textOfChild(entry, 'updated'), updated);
        for (const time of [published, updated]) assert.match(time, DATE_TIME);
        assert.ok(Date.parse(updated) >= Date.parse(published));
        assert.ok(Date.parse(textOfChild(feed, 'updated')) >= Date.parse(updated));
        assert.ok(URL.canParse(item.url));
        assert.notEqual(item.content_text, '');
        const content = textOfChild(entry, 'content');
        const [title = assert.fail()] = childrenOf(entry, 'title');
        assert.deepEqual([title.attributes, title.text], [{ type: 'text' }, titleOf(review)]);
        const language = entry.attributes['xml:lang'] ?? feed.attributes['xml:lang'];
        assert.equal(language, review.inLanguage);
        const text = review.reviewBody.replaceAll(/\n{2,}/g, '\n\n') || '(rating only)';
        const [said = '', reply] = content.split('<hr>');
        assert.equal(shownParagraphs(said), text);
        assert.equal(reply !== undefined, review.ownerReply !== undefined);
        const dated = /^<p><strong>Reply from .*?(, [-\d]{10})?:<\/strong>/s.exec(reply ?? '')?.[1];
        assert.equal(dated?.slice(2), review.ownerReply?.datePublished);
      }
    }),
    { numRuns: runs(60) },
  );
});
