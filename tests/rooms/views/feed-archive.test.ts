import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderAtomFeed } from '#artifacts/feeds/atom-feed.ts';
import { FeedDocument, renderJsonFeed } from '#artifacts/feeds/json-feed.ts';
import { ARCHIVE_PART } from '#search/archive.ts';
import { FEED_SIZE } from '#search/question/feed-question.ts';
import { archiveFeedAt } from '#views/feed-archive.ts';
import { sourceOf } from '../../support/review-source.ts';
import { storedReview } from '../../support/reviews.ts';
import { childrenOf, parseXml, textOfChild } from '../artifacts/parse-xml.ts';
import { BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

/** Some days with so many reviews each, in the same order in which they were written. */
function sourceWith(days: Readonly<Record<string, number>>) {
  const reviews = Object.entries(days).flatMap(([datePublished, count]) =>
    Array.from({ length: count }, (_, index) =>
      storedReview({ id: `${datePublished}-${String(index).padStart(4, '0')}`, datePublished }),
    ),
  );
  const dataset = datasetOf({ reviews });
  const tags = dataset.reviews.map(({ id }) => `tag:harborlaw.example,2026:review:${id}`);
  return { dataset, release: sourceOf(dataset), tags };
}

const LARGE = sourceWith({
  '2025-12-31': 2,
  '2026-08-02': 2 * ARCHIVE_PART + 1,
  '2026-09-15': ARCHIVE_PART,
  '2026-10-01': 7,
  '2026-10-02': 20,
});
const OTHERS = [
  {},
  { '2026-10-01': FEED_SIZE },
  { '2026-10-01': FEED_SIZE + 1 },
  { '2026-10-01': 1, '2026-10-02': FEED_SIZE },
  { '2026-10-01': 3 * ARCHIVE_PART },
  { '2024-02-29': 30, '2025-10-31': 30, '2025-11-01': 30, '2026-01-01': 30 },
].map(sourceWith);

async function makeAt(path: string, release: typeof LARGE.release): Promise<string> {
  const { make } = archiveFeedAt(path, release) ?? assert.fail(path);
  return Buffer.from(await make(release)).toString();
}

test('a client that follows the archive of the Atom feed gets every review', async () => {
  for (const { dataset, release, tags } of [LARGE, ...OTHERS]) {
    const found = new Set<string>();
    let [text, feedId] = [Buffer.from(renderAtomFeed(dataset)).toString(), ''];
    for (let path: string | undefined = '/feed.xml', newer = ''; path; ) {
      const feed = parseXml(text);
      feedId ||= textOfChild(feed, 'id');
      assert.equal(textOfChild(feed, 'id'), feedId);
      for (const entry of childrenOf(feed, 'entry')) found.add(textOfChild(entry, 'id'));
      const links = new Map(
        childrenOf(feed, 'link').map(({ attributes: { rel = '', href } }) => [
          rel,
          href?.slice(BASE_URL.length),
        ]),
      );
      assert.equal(links.get('self'), path);
      if (path !== '/feed.xml') {
        assert.equal(childrenOf(feed, 'fh:archive').length, 1);
        assert.deepEqual([links.get('hub'), links.get('current')], [undefined, '/feed.xml']);
        if (newer !== '/feed.xml') assert.equal(links.get('next-archive'), newer);
      }
      newer = path;
      path = links.get('prev-archive');
      if (path) text = await makeAt(path, release);
    }
    assert.deepEqual(found, new Set(tags));
  }
});

// An archive contains more than a feed.
const ArchiveDocument = FeedDocument.extend({
  items: FeedDocument.shape.items.element.array().max(ARCHIVE_PART),
});

test('a client that follows the JSON Feed gets every review', async () => {
  for (const { dataset, release, tags } of [LARGE, ...OTHERS]) {
    const found = new Set<string>();
    let text = Buffer.from(renderJsonFeed(dataset)).toString();
    for (let path: string | undefined = '/api/feed.json'; path; ) {
      const document = ArchiveDocument.parse(JSON.parse(text));
      assert.deepEqual(document, JSON.parse(text));
      assert.equal(document.feed_url, BASE_URL + path);
      for (const { id } of document.items) found.add(id);
      path = document.next_url?.slice(BASE_URL.length);
      if (path) text = await makeAt(path, release);
    }
    assert.deepEqual(found, new Set(tags));
  }
});
