import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderAtomFeed } from '#artifacts/feeds/atom-feed.ts';
import { modifiedAt, publishedAt, subjectsOf, titleOf } from '#artifacts/feeds/feed-entry.ts';
import { publisherOf } from '#artifacts/feeds/feed-page.ts';
import { FeedDocument, renderJsonFeed } from '#artifacts/feeds/json-feed.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createDayOf, createStartOf } from '#dataset/zoned-day.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf, publishedReview, storedReview } from '../../support/reviews.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { anyDataset } from './any-dataset.ts';
import { childrenOf, complaintsOfMachine, parseXml, textOfChild } from './parse-xml.ts';
import {
  AWKWARD,
  AWKWARD_BUSINESS,
  AWKWARD_CONTENT,
  BASE_URL,
  datasetOf,
  numberedReviews,
} from './sample-datasets.ts';

const startOf = createStartOf('America/Chicago');

test('the time of a change is the begin of its day, or when the review was written if that is later', () => {
  for (const [dateCreated, dateModified, expected] of [
    [undefined, '2026-10-05', '2026-10-05T00:00:00-05:00'],
    [undefined, '2026-10-03', '2026-10-03T00:00:00-05:00'],
    [undefined, '2026-12-03', '2026-12-03T00:00:00-06:00'],
    ['2026-10-03T14:02:11Z', '2026-10-03', '2026-10-03T14:02:11Z'],
    ['2026-10-03T23:30:00+02:00', '2026-10-04', '2026-10-04T00:00:00-05:00'],
  ] as const) {
    const review = publishedReview({ dateModified, ...(dateCreated && { dateCreated }) });
    assert.equal(modifiedAt(review, startOf), expected);
  }
});

test('a reply of the owner, and its change, are a change of the entry', () => {
  const [written, changed] = ['2026-10-07', '2026-10-09'];
  for (const [dateModified, replied, expected] of [
    [undefined, { datePublished: written }, written],
    [undefined, { datePublished: written, dateModified: changed }, changed],
    ['2026-10-05', { datePublished: written }, written],
    ['2026-10-08', { datePublished: written }, '2026-10-08'],
    ['2026-10-08', { datePublished: written, dateModified: changed }, changed],
  ] as const) {
    const ownerReply = { text: 'Thank you.', ...replied };
    const review = publishedReview({ ownerReply, ...(dateModified && { dateModified }) });
    assert.equal(modifiedAt(review, startOf), `${expected}T00:00:00-05:00`);
  }
  const late = { datePublished: '2026-10-07', dateCreated: '2026-10-07T22:00:00Z' };
  const atOnce = publishedReview({
    ...late,
    ownerReply: { text: 'Hi.', datePublished: '2026-10-07' },
  });
  assert.equal(modifiedAt(atOnce, startOf), '2026-10-07T22:00:00Z', 'not before it was written');
});

test('what is dated today where the business is does not lie in the future anywhere', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Australia/Sydney', 'UTC', 'Pacific/Pago_Pago']) {
    const [dayOf, startOfDay] = [createDayOf(timeZone), createStartOf(timeZone)];
    for (let hour = 0; hour < 48; hour++) {
      const now = new Date(Date.UTC(2026, 10, 26, hour));
      const today = dayOf(now);
      const review = publishedReview({ datePublished: today, dateModified: today });
      assert.ok(Date.parse(publishedAt(review, startOfDay)) <= now.getTime());
      assert.ok(Date.parse(modifiedAt(review, startOfDay) ?? '') <= now.getTime());
    }
  }
});

test('followers see the reply below the review, and in a JSON Feed beside it', () => {
  const asked = 'Was it <dear>?\n\nYes & no.';
  const text = 'Dear “Zoë”,\nthanks <3\n\nMaria';
  const replied = { text, datePublished: '2026-10-07' };
  const changed = { ...replied, dateModified: '2026-10-09' };
  const paragraphs = '<p>Dear “Zoë”,<br>thanks &lt;3</p><p>Maria</p>';
  const said = '<p>Was it &lt;dear&gt;?</p><p>Yes &amp; no.</p>';
  const business = 'Reply from Harbor &lt;Law&gt; &amp; Sons, once AT&amp;amp;T';
  const datasetWith = (ownerReply?: StoredReview['ownerReply']) => {
    const review = storedReview({ reviewBody: asked, ...(ownerReply && { ownerReply }) });
    return datasetOf({ business: AWKWARD_BUSINESS, reviews: [review] });
  };
  for (const [ownerReply, heading] of [
    [replied, `${business}, 2026-10-07:`],
    [changed, `${business}, 2026-10-07, changed 2026-10-09:`],
  ] as const) {
    const dataset = datasetWith(ownerReply);
    const html = `${said}<hr><p><strong>${heading}</strong></p>${paragraphs}`;
    assert.equal(textOfChild(entriesOf(dataset)[0] ?? assert.fail(), 'content'), html);
    const [item = assert.fail()] = jsonFeedOf(dataset).items;
    assert.deepEqual([item.content_text, item.content_html], [asked, html]);
    assert.deepEqual(item._review.ownerReply, ownerReply);
  }
  const without = datasetWith();
  assert.equal(textOfChild(entriesOf(without)[0] ?? assert.fail(), 'content'), said);
  const [item = assert.fail()] = jsonFeedOf(without).items;
  assert.ok(!('content_html' in item) && !('ownerReply' in item._review));
});

test('a review is about its services and the aspects of the business, each once', () => {
  const review = publishedReview({
    mentionedServices: ['divorce', 'staff'],
    aspects: [
      mentionOf({ id: 'staff' }),
      mentionOf({ id: 'honesty', about: 'other' }),
      mentionOf({ id: 'outcome' }),
      mentionOf({ id: 'outcome' }),
    ],
  });
  assert.deepEqual(subjectsOf(review), ['divorce', 'staff', 'outcome']);
});

// RFC 4151 §2.1, as far as our ids go.
const TAG = /^tag:[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?:review:[a-z0-9-]+$/;

// RFC 3339 §5.6 date-time.
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const { name, description, disclaimer, logo, url } = AWKWARD_BUSINESS;
const atomOf = (dataset: Dataset) => new TextDecoder().decode(renderAtomFeed(dataset));
const atomFeedOf = (dataset: Dataset) => parseXml(atomOf(dataset));
const entriesOf = (dataset: Dataset) => childrenOf(atomFeedOf(dataset), 'entry');
const atomIdsOf = (dataset: Dataset) => entriesOf(dataset).map((entry) => textOfChild(entry, 'id'));

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

test('an Atom feed of awkward reviews is what is expected, byte for byte', () => {
  const expected = new URL('../../fixtures/expected/feed.xml', import.meta.url);
  assert.equal(atomOf(AWKWARD), readFileSync(expected, 'utf8'));
});

test('a complete XML parser finds the feed well-formed', (t) => {
  for (const dataset of [AWKWARD, datasetOf(), ...fc.sample(anyDataset, 2)]) {
    const complaints = complaintsOfMachine(renderAtomFeed(dataset));
    if (complaints === undefined) {
      t.skip('NOT CHECKED: this machine has neither xmllint nor python3');
      return;
    }
    assert.equal(complaints, '');
  }
});

test('an Atom feed has what RFC 4287 §4.1.1 requires, and its hub', () => {
  const feed = atomFeedOf(AWKWARD);
  assert.equal(feed.name, 'feed');
  assert.deepEqual(feed.attributes, {
    xmlns: 'http://www.w3.org/2005/Atom',
    'xmlns:at': 'http://purl.org/atompub/tombstones/1.0',
    'xml:lang': 'en',
  });
  for (const [child, text] of Object.entries({
    id: 'tag:harborlaw.example,2026:reviews',
    title: `Reviews of ${name}`,
    subtitle: `${description} ${disclaimer}`,
    logo,
    updated: '2026-10-10T00:00:00-05:00',
  })) {
    assert.equal(textOfChild(feed, child), text);
  }
  const [author, ...others] = childrenOf(feed, 'author');
  assert.ok(author && others.length === 0);
  assert.deepEqual([textOfChild(author, 'name'), textOfChild(author, 'uri')], [name, url]);
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

test('control characters, which the checks of content refuse, would not break the feed', () => {
  const dirty = 'a\0b\u000bc\u001bd\ufffee\ud83d!';
  const dataset = datasetOf({
    business: { ...contentOf().business, name: dirty, description: dirty, disclaimer: dirty },
    reviews: [storedReview({ author: { name: dirty }, name: dirty, reviewBody: dirty })],
  });
  const [entry = assert.fail()] = entriesOf(dataset);
  assert.equal(textOfChild(entry, 'title'), '5/5 - abcde!: abcde!');
  assert.equal(textOfChild(entry, 'content'), '<p>abcde!</p>');
  assert.ok([undefined, ''].includes(complaintsOfMachine(renderAtomFeed(dataset))));
});

test('a feed has a date without any change, and is never older than its entries', () => {
  const late = { datePublished: '2026-10-03', dateCreated: '2026-10-03T22:00:00Z' };
  for (const [dataset, updated] of [
    [datasetOf(), '1970-01-01T00:00:00-06:00'],
    [datasetOf({ reviews: [storedReview(late)] }), '2026-10-03T22:00:00Z'],
  ] as const) {
    assert.equal(textOfChild(atomFeedOf(dataset), 'updated'), updated);
  }
});

test('whoever has more than 50 reviews leads from both feeds to the page of the archive with the 51st', () => {
  const archiveLinks = (dataset: Dataset) =>
    childrenOf(atomFeedOf(dataset), 'link')
      .map(({ attributes }) => attributes)
      .filter(({ rel = '' }) => rel.endsWith('archive'));
  for (const count of [0, 1, 50, 51, 120]) {
    const dataset = datasetOf({ reviews: numberedReviews(count) });
    const [, year, month] = /^(\d+)-(\d+)/.exec(dataset.reviews[50]?.datePublished ?? '') ?? [];
    const path = year && `${BASE_URL}/archive/${year}/${month}/`;
    assert.deepEqual(
      archiveLinks(dataset),
      path ? [{ rel: 'prev-archive', href: `${path}feed.xml` }] : [],
    );
    assert.equal(jsonFeedOf(dataset).next_url, path && `${path}feed.json`);
  }
});

test('every review that was taken down has its tombstone, as of RFC 6721', () => {
  const tombstones = childrenOf(atomFeedOf(AWKWARD), 'at:deleted-entry');
  assert.deepEqual(
    tombstones.map((one) => [one.attributes, textOfChild(one, 'at:comment')]),
    [
      [
        { ref: 'tag:harborlaw.example,2026:review:gone-1', when: '2026-10-10T00:00:00-05:00' },
        'author-request',
      ],
      [
        { ref: 'tag:harborlaw.example,2026:review:gone-2', when: '2026-08-01T00:00:00-05:00' },
        'spam',
      ],
    ],
  );
});

test('the description of a feed does not say again what the disclaimer repeats of it', () => {
  const said = 'Fiction: nobody exists. A practice of law.';
  for (const [repeating, expected] of [
    [undefined, said],
    ['Fiction: nobody exists.', said],
    ['Fiction: nobody exists. Advertising! No promise.', `${said} Advertising! No promise.`],
    ['No promise', `${said} No promise`],
  ] as const) {
    const business = {
      ...contentOf().business,
      description: said,
      ...(repeating && { disclaimer: repeating }),
    };
    const dataset = datasetOf({ business });
    assert.equal(jsonFeedOf(dataset).description, expected);
    assert.equal(textOfChild(atomFeedOf(dataset), 'subtitle'), expected);
  }
});

test('who publishes is read from a release as its dataset has it', async () => {
  const { baseUrl, business, feedAuthority } = AWKWARD;
  assert.deepEqual(await publisherOf(sourceOf(AWKWARD)), { baseUrl, business, feedAuthority });
  const file = async () => undefined;
  await assert.rejects(publisherOf({ ...sourceOf(AWKWARD), file }), /has no id/);
});

test('an id changes neither with the dates of its review nor with the host', () => {
  const reviews = (AWKWARD_CONTENT.reviews ?? []).map(({ dateCreated, ...review }) => ({
    ...review,
    datePublished: '2026-10-04',
  }));
  const moved = datasetOf({ ...AWKWARD_CONTENT, reviews }, 'https://elsewhere.example');
  assert.deepEqual(atomIdsOf(moved).toSorted(), atomIdsOf(AWKWARD).toSorted());
  const ids = jsonFeedOf(moved).items.map(({ id }) => id);
  assert.deepEqual(ids, atomIdsOf(moved));
});

test('entries follow the rules of RFC 4287, whatever the content', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const feed = atomFeedOf(dataset);
      const entries = childrenOf(feed, 'entry');
      for (const entry of entries) {
        assert.match(textOfChild(entry, 'id'), TAG);
        const published = textOfChild(entry, 'published');
        const updated = textOfChild(entry, 'updated');
        for (const time of [published, updated]) assert.match(time, DATE_TIME);
        assert.ok(Date.parse(updated) >= Date.parse(published));
        assert.ok(Date.parse(textOfChild(feed, 'updated')) >= Date.parse(updated));
      }
      const ids = new Set(entries.map((entry) => textOfChild(entry, 'id')));
      assert.equal(ids.size, Math.min(50, dataset.reviews.length));
      for (const [index, review] of dataset.reviews.slice(0, 50).entries()) {
        const entry = entries[index] ?? assert.fail();
        const content = textOfChild(entry, 'content');
        const [title = assert.fail()] = childrenOf(entry, 'title');
        assert.deepEqual([title.attributes, title.text], [{ type: 'text' }, titleOf(review)]);
        const language = entry.attributes['xml:lang'] ?? feed.attributes['xml:lang'];
        assert.equal(language, review.inLanguage);
        const text = review.reviewBody.replaceAll(/\n{2,}/g, '\n\n') || '(rating only)';
        const [said = '', reply] = content.split('<hr>');
        assert.equal(shownParagraphs(said), text);
        assert.equal(reply !== undefined, review.ownerReply !== undefined);
      }
    }),
    { numRuns: 60 },
  );
});

const jsonFeedOf = (dataset: Dataset): FeedDocument => {
  const document = JSON.parse(new TextDecoder().decode(renderJsonFeed(dataset)));
  assert.deepEqual(FeedDocument.parse(document), document);
  return document;
};
const jsonFeed = jsonFeedOf(AWKWARD);
const ABOUT = `${BASE_URL}/docs/data/#the-feeds`;

test('a JSON Feed has what version 1.1 requires, its hub, and every removal, newest first', () => {
  const { items, ...head } = jsonFeed;
  assert.deepEqual(head, {
    version: 'https://jsonfeed.org/version/1.1',
    title: `Reviews of ${name}`,
    home_page_url: `${BASE_URL}/`,
    feed_url: `${BASE_URL}/api/feed.json`,
    description: `${description} ${disclaimer}`,
    icon: logo,
    language: 'en',
    authors: [{ name, url }],
    hubs: [{ type: 'WebSub', url: `${BASE_URL}/api/websub/hub` }],
    _removed: {
      about: ABOUT,
      items: [
        {
          id: 'tag:harborlaw.example,2026:review:gone-1',
          reviewId: 'gone-1',
          dateRemoved: '2026-10-10',
          reason: 'author-request',
        },
        {
          id: 'tag:harborlaw.example,2026:review:gone-2',
          reviewId: 'gone-2',
          dateRemoved: '2026-08-01',
          reason: 'spam',
        },
      ],
    },
  });
});

test('a JSON item holds what is known of a review', () => {
  const permalink = `${BASE_URL}/reviews/everything/`;
  const item = jsonFeed.items.find(({ url }) => url === permalink);
  assert.deepEqual(item, {
    id: 'tag:harborlaw.example,2026:review:everything',
    url: permalink,
    external_url: 'https://maps.example/r?a=1&b=2',
    title: '4.5/5 - Jane D.: Thanks, Maria',
    content_text: 'My divorce and the car crash in Fairhaven: Maria López did it.',
    content_html:
      '<p>My divorce and the car crash in Fairhaven: Maria López did it.</p><hr><p><strong>Reply from Harbor &lt;Law&gt; &amp; Sons, once AT&amp;amp;T, 2026-10-07, changed 2026-10-08:</strong></p><p>Thanks &lt;3</p>',
    date_published: '2026-10-03T23:30:00+02:00',
    date_modified: '2026-10-08T00:00:00-05:00',
    authors: [{ name: 'Jane D.' }],
    language: 'es-MX',
    tags: ['car-accident', 'divorce'],
    _review: {
      about: ABOUT,
      reviewId: 'everything',
      ratingValue: 4.5,
      bestRating: 5,
      technicians: ['María López'],
      technicianIds: ['maria-lopez'],
      services: ['car-accident', 'divorce'],
      publisher: 'Google',
      verification: 'invitation',
      ownerReply: { text: 'Thanks <3', datePublished: '2026-10-07', dateModified: '2026-10-08' },
    },
  });
});

test('items follow the rules of JSON Feed 1.1, whatever the content', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const ids = new Set<string>();
      for (const item of jsonFeedOf(dataset).items) {
        assert.match(item.id, TAG);
        assert.ok(URL.canParse(item.url));
        assert.notEqual(item.content_text, '');
        const { date_published: published, date_modified: modified = published } = item;
        for (const date of [published, modified]) assert.match(date, DATE_TIME);
        assert.ok(Date.parse(modified) >= Date.parse(published));
        ids.add(item.id);
      }
      assert.equal(ids.size, Math.min(50, dataset.reviews.length));
    }),
    { numRuns: 60 },
  );
});

test('both feeds have the newest reviews, 50 at most', () => {
  for (const count of [0, 1, 49, 50, 51, 120]) {
    const dataset = datasetOf({ reviews: numberedReviews(count) });
    const ids = numberedReviews(count).map(({ id }) => id);
    const newest = ids.toReversed().slice(0, 50);
    const tags = newest.map((id) => `tag:harborlaw.example,2026:review:${id}`);
    assert.deepEqual(atomIdsOf(dataset), tags);
    assert.deepEqual(
      jsonFeedOf(dataset).items.map(({ id }) => id),
      tags,
    );
  }
});

test('the feeds have no clock: renders of different days are equal', (t) => {
  const render = () =>
    [AWKWARD, datasetOf()].flatMap((dataset) => [renderAtomFeed(dataset), renderJsonFeed(dataset)]);
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  const before = render();
  t.mock.timers.setTime(Date.UTC(2031, 5, 5));
  assert.deepEqual(render(), before);
});
