import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderAtomFeed } from '#artifacts/feeds/atom-feed.ts';
import { titleOf } from '#artifacts/feeds/feed-entry.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { runs } from '../../support/at-length.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { childrenOf, parseXml, textOfChild } from './parse-xml.ts';
import { datasetOf } from './sample-datasets.ts';

/** What would fool a step that looks for the tags of the feed. */
const HOSTILE = [
  '<entry>',
  '</entry><entry>',
  '</feed>',
  '\n</feed>',
  '<title type="html"><![CDATA[x]]></title>',
  ']]></title><updated>1999-01-01T00:00:00Z</updated>',
  '<updated>1999-01-01T00:00:00Z</updated>',
  '<published>1999-01-01T00:00:00Z</published>',
  '<feed xmlns="http://www.w3.org/2005/Atom">',
  '<link rel="self" href="https://evil.example/"/>',
  '&lt;entry&gt; &amp;lt;/feed&amp;gt; &#60;updated&#62;',
  "$& $1 $` $' $$",
];

const feedOf = (dataset: Dataset) => parseXml(new TextDecoder().decode(renderAtomFeed(dataset)));

test('no text of a reviewer or of the business is taken for an element of the feed', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 5 })), { minLength: 1 })
    .map((parts) => parts.join(''));
  const line = text.map((some) => some.replaceAll(/\s+/g, ' ').trim() || '<entry>');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, line, text), { maxLength: 4 }), line, (said, words) => {
      const reviews = said.map(([name, title, reviewBody], index) =>
        storedReview({
          id: `review-${index}`,
          author: { name },
          name: title,
          reviewBody,
          inLanguage: index % 2 ? 'ar' : 'en',
          ownerReply: { text: reviewBody, datePublished: '2026-10-05' },
        }),
      );
      const business = { ...contentOf().business, name: words, description: words };
      const removals = [
        { id: 'gone-1', dateRemoved: '2026-10-10', reason: 'spam' as const },
        { id: 'gone-2', dateRemoved: '2026-10-09', reason: 'court-order' as const },
      ];
      const dataset = datasetOf({ business, reviews, removals });
      const feed = feedOf(dataset);
      const entries = childrenOf(feed, 'entry');
      assert.equal(entries.length, reviews.length);
      assert.equal(textOfChild(feed, 'updated'), '2026-10-10T00:00:00-05:00');
      assert.equal(childrenOf(feed, 'link').length, 3);
      assert.equal(childrenOf(feed, 'at:deleted-entry').length, 2);
      for (const [index, entry] of entries.entries()) {
        const review = dataset.reviews[index] ?? assert.fail();
        // XML 1.0 forbids most of the control characters.
        const title = titleOf(review).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '');
        assert.equal(textOfChild(entry, 'title'), title);
        assert.equal(textOfChild(entry, 'published'), '2026-10-03T00:00:00-05:00');
        assert.equal(textOfChild(entry, 'updated'), '2026-10-05T00:00:00-05:00');
        assert.equal(entry.attributes['xml:lang'], index % 2 ? 'ar' : undefined);
      }
    }),
    { numRuns: runs(100) },
  );
});
