import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityGroups, linkHtml, mentionsOf } from '../../../../site/ui/view/mentions.ts';
import { siteOf } from '../../../../site/ui/view/site.ts';
import { makeRelease } from '../../../support/release.ts';
import { publishedReview } from '../../../support/reviews.ts';

const figuresOf = (id: string, reviewCount: number) => ({
  id,
  name: id.toUpperCase(),
  aliases: [],
  jobTitle: 'Clerk',
  reviewCount,
  analysedReviewCount: reviewCount,
  averageRating: 4,
  lastMentioned: null,
  positiveReviewCount: 0,
  negativeReviewCount: 0,
  score: 1,
  topAspects: [],
  quotes: [],
  unquotedCriticism: [],
});

test('what reviews mention stands by kind, the most mentioned first, also who is never mentioned', () => {
  const groups = entityGroups({
    technicians: [figuresOf('ann', 1), figuresOf('ben', 3), figuresOf('cho', 0)],
    services: [],
    serviceAreas: [figuresOf('austin', 2), figuresOf('waco', 2)],
  });
  assert.deepEqual(
    groups.map(({ kind, entities }) => [kind, ...entities.map(({ id }) => id)]),
    [
      ['people', 'ben', 'ann', 'cho'],
      ['places', 'austin', 'waco'],
    ],
  );
});

test('mentions of a review have the names that people know, and a page each', () => {
  const review = publishedReview({
    mentionedTechnicians: ['María López'],
    mentionedTechnicianIds: ['maria-lopez'],
    mentionedServices: ['dog-bite', 'gone'],
  });
  const person = { '@type': 'Person' as const, jobTitle: 'Partner' };
  const known = {
    employee: [{ ...person, id: 'maria-lopez', name: 'María López' }],
    services: [{ id: 'dog-bite', name: 'Dog bites' }],
    areaServed: [{ id: 'austin', name: 'Austin' }],
  };
  assert.deepEqual(mentionsOf(review, known), [
    { kind: 'people', entities: [{ name: 'María López', href: '/people/maria-lopez/' }] },
    {
      kind: 'services',
      entities: [
        { name: 'Dog bites', href: '/services/dog-bite/' },
        { name: 'gone', href: '/services/gone/' },
      ],
    },
  ]);
  assert.deepEqual(mentionsOf(publishedReview(), known), []);
});

test('a link is markup of whatever stands in a name, in the language of the business, made once', async () => {
  const { release } = await makeRelease();
  const site = await siteOf(release.source);
  const href = '/services/wills/';
  const html = linkHtml({ name: 'Wills & <trusts>', href }, site, 'chip');
  const text = '<bdi dir="auto">Wills &amp; &lt;trusts&gt;</bdi>';
  assert.equal(html, `<a class="chip" href="${href}">${text}</a>`);
  assert.equal(linkHtml({ name: 'Renamed', href }, site, 'chip'), html);
  const spanish = { ...site, businessLanguage: 'es', remembered: new Map() };
  const link = '<a href="/places/avila/"><bdi lang="es" dir="auto">Ávila</bdi></a>';
  assert.equal(linkHtml({ name: 'Ávila', href: '/places/avila/' }, spanish), link);
});
