import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderAtomFeed } from '#artifacts/atom-feed.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { anyDataset } from './any-dataset.ts';
import {
  childrenOf,
  complaintsOfMachine,
  parseXml,
  textOfChild,
  type XmlElement,
} from './parse-xml.ts';
import {
  AWKWARD,
  AWKWARD_BUSINESS,
  AWKWARD_CONTENT,
  AWKWARD_TEXTS,
  BASE_URL,
  datasetOf,
  numberedReviews,
} from './sample-datasets.ts';

// RFC 4151 §2.1, as far as our ids go.
const TAG = /^tag:[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?:review:[a-z0-9-]+$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const feedOf = (dataset: Dataset) => parseXml(new TextDecoder().decode(renderAtomFeed(dataset)));
const entriesOf = (dataset: Dataset) => childrenOf(feedOf(dataset), 'entry');
const idsOf = (dataset: Dataset) => entriesOf(dataset).map((entry) => textOfChild(entry, 'id'));

function entryOf(id: string, dataset: Dataset = AWKWARD): XmlElement {
  const own = entriesOf(dataset).find((entry) => textOfChild(entry, 'id').endsWith(`:${id}`));
  return own ?? assert.fail(`${id} is an entry`);
}

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

test('a feed of awkward reviews is what is expected, byte for byte', () => {
  const expected = new URL('../../fixtures/expected/feed.xml', import.meta.url);
  assert.equal(new TextDecoder().decode(renderAtomFeed(AWKWARD)), readFileSync(expected, 'utf8'));
});

test('a complete XML parser finds the feed well-formed', (t) => {
  for (const dataset of [AWKWARD, datasetOf(), ...fc.sample(anyDataset, 5)]) {
    const complaints = complaintsOfMachine(renderAtomFeed(dataset));
    if (complaints === undefined) {
      t.skip('NOT CHECKED: this machine has neither xmllint nor python3');
      return;
    }
    assert.equal(complaints, '');
  }
});

test('a feed tells what RFC 4287 §4.1.1 asks for, and where its hub is', () => {
  const feed = feedOf(AWKWARD);
  assert.equal(feed.name, 'feed');
  assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom');
  assert.equal(textOfChild(feed, 'id'), 'tag:harborlaw.example,2026:reviews');
  assert.equal(textOfChild(feed, 'title'), `Reviews of ${AWKWARD_BUSINESS.name}`);
  assert.equal(
    textOfChild(feed, 'subtitle'),
    `${AWKWARD_BUSINESS.description} ${AWKWARD_BUSINESS.disclaimer}`,
  );
  assert.equal(textOfChild(feed, 'logo'), AWKWARD_BUSINESS.logo);
  assert.equal(textOfChild(feed, 'updated'), '2026-10-10T12:00:00.000Z');
  assert.deepEqual(
    childrenOf(feed, 'author').map((author) => [
      textOfChild(author, 'name'),
      textOfChild(author, 'uri'),
    ]),
    [[AWKWARD_BUSINESS.name, AWKWARD_BUSINESS.url]],
  );
  assert.deepEqual(
    childrenOf(feed, 'link').map(({ attributes }) => attributes),
    [
      { rel: 'alternate', href: `${BASE_URL}/` },
      { rel: 'self', href: `${BASE_URL}/feed.xml` },
      { rel: 'hub', href: `${BASE_URL}/api/websub/hub` },
    ],
  );
  assert.deepEqual(childrenOf(feed, 'generator'), []);
});

test('an entry holds what is known of a review', () => {
  const entry = entryOf('everything');
  assert.equal(textOfChild(entry, 'id'), 'tag:harborlaw.example,2026:review:everything');
  assert.equal(textOfChild(entry, 'title'), '4.5/5 - Jane D.: Thanks, Maria');
  assert.equal(textOfChild(entry, 'published'), '2026-10-03T21:30:00.000Z');
  assert.equal(textOfChild(entry, 'updated'), '2026-10-05T12:00:00.000Z');
  assert.deepEqual(
    childrenOf(entry, 'link').map(({ attributes }) => attributes),
    [{ href: `${BASE_URL}/reviews/everything/` }],
  );
  assert.deepEqual(
    childrenOf(entry, 'category').map(({ attributes }) => attributes.term),
    ['car-accident', 'divorce', 'rating-4.5'],
  );
  assert.deepEqual(
    childrenOf(entry, 'author').map((author) => textOfChild(author, 'name')),
    ['Jane D.'],
  );
});

test('aspects are categories beside services, each once', () => {
  const dataset = datasetOf({ reviews: [storedReview()] });
  const reviews = dataset.reviews.map((review) => ({
    ...review,
    mentionedServices: ['divorce', 'staff'],
    aspects: ['staff', 'outcome', 'outcome'].map((id) => mentionOf({ id })),
  }));
  const [entry] = entriesOf({ ...dataset, reviews });
  assert.deepEqual(
    childrenOf(entry ?? assert.fail(), 'category').map(({ attributes }) => attributes.term),
    ['divorce', 'staff', 'outcome', 'rating-5'],
  );
});

for (const [index, text] of AWKWARD_TEXTS.entries()) {
  test(`is shown as it was written: ${JSON.stringify(text)}`, () => {
    const review = AWKWARD.reviews.find(({ id }) => id === `awkward-${index}`);
    const entry = entryOf(`awkward-${index}`);
    assert.equal(
      shownParagraphs(textOfChild(entry, 'content')),
      text.replaceAll(/\n{2,}/g, '\n\n'),
    );
    assert.equal(
      shown(textOfChild(entry, 'title')),
      `5/5 - ${review?.author.name}: ${review?.name}`,
    );
    const [author] = childrenOf(entry, 'author');
    assert.equal(author && textOfChild(author, 'name'), review?.author.name);
    const types = ['title', 'content'].map((name) => childrenOf(entry, name)[0]?.attributes.type);
    assert.deepEqual(types, ['html', 'html']);
  });
}

test('a rating alone is told to be one', () => {
  assert.equal(textOfChild(entryOf('rating-only'), 'content'), '<p>(rating only)</p>');
});

test('control characters, which the checks of content refuse, would not break the feed', () => {
  const dirty = 'a\0b\u000bc\u001bd\ufffee\ud83d!';
  const dataset = datasetOf({
    business: { ...contentOf().business, name: dirty, description: dirty, disclaimer: dirty },
    reviews: [storedReview({ author: { name: dirty }, name: dirty, reviewBody: dirty })],
  });
  const entry = entryOf('review-1', dataset);
  assert.equal(textOfChild(entry, 'title'), '5/5 - abcde!: abcde!');
  assert.equal(textOfChild(entry, 'content'), '<p>abcde!</p>');
  assert.ok([undefined, ''].includes(complaintsOfMachine(renderAtomFeed(dataset))));
});

for (const count of [0, 1, 50, 51, 120]) {
  test(`of ${count} reviews the feed holds the newest, 50 at most`, () => {
    assert.deepEqual(
      idsOf(datasetOf({ reviews: numberedReviews(count) })),
      numberedReviews(count)
        .toReversed()
        .slice(0, 50)
        .map(({ id }) => `tag:harborlaw.example,2026:review:${id}`),
    );
  });
}

test('an empty feed that never changed still has the date that Atom asks for', () => {
  assert.equal(textOfChild(feedOf(datasetOf()), 'updated'), '1970-01-01T12:00:00.000Z');
});

test('an id changes neither with the dates of its review nor with the host', () => {
  const moved = datasetOf(
    {
      ...AWKWARD_CONTENT,
      reviews: (AWKWARD_CONTENT.reviews ?? []).map(({ dateCreated, ...review }) => ({
        ...review,
        datePublished: '2026-10-04',
      })),
    },
    'https://elsewhere.example',
  );
  assert.deepEqual(idsOf(moved).toSorted(), idsOf(AWKWARD).toSorted());
});

test('a feed is never older than what stands in it', () => {
  const late = { datePublished: '2026-10-03', dateCreated: '2026-10-03T22:00:00Z' };
  const feed = feedOf(datasetOf({ reviews: [storedReview(late)] }));
  assert.equal(textOfChild(feed, 'updated'), '2026-10-03T22:00:00.000Z');
});

test('entries follow the rules of RFC 4287, whatever the content', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const feed = feedOf(dataset);
      const entries = childrenOf(feed, 'entry');
      for (const entry of entries) {
        assert.match(textOfChild(entry, 'id'), TAG);
        const [published, updated] = [
          textOfChild(entry, 'published'),
          textOfChild(entry, 'updated'),
        ];
        assert.match(published, DATE_TIME);
        assert.match(updated, DATE_TIME);
        assert.ok(updated >= published);
        assert.ok(textOfChild(feed, 'updated') >= updated);
        assert.notEqual(textOfChild(entry, 'title'), '');
      }
      const ids = new Set(entries.map((entry) => textOfChild(entry, 'id')));
      assert.equal(ids.size, Math.min(50, dataset.reviews.length));
      for (const [index, review] of dataset.reviews.slice(0, 50).entries()) {
        const content = entries[index] && textOfChild(entries[index], 'content');
        const text = review.reviewBody.replaceAll(/\n{2,}/g, '\n\n') || '(rating only)';
        assert.equal(shownParagraphs(content ?? ''), text);
      }
    }),
    { numRuns: 60 },
  );
});

test('the feed has no clock: renders of different days are equal', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  const before = [renderAtomFeed(AWKWARD), renderAtomFeed(datasetOf())];
  t.mock.timers.setTime(Date.UTC(2031, 5, 5));
  assert.deepEqual([renderAtomFeed(AWKWARD), renderAtomFeed(datasetOf())], before);
});
