import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { readProfile } from '../../../../scripts/import/google-profile.ts';
import { createFolder, FIXTURES } from './run-in-folder.ts';

const TAKEOUT = join(FIXTURES, 'Takeout');
const GOOGLE = ['--from', 'google-takeout'] as const;
const ONE = { reviewId: 'One1', starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z' };

test('a Takeout folder becomes content: every member of a review finds its place', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run(...GOOGLE, TAKEOUT, '--verified');
  assert.equal(code, 0);
  assert.match(out, /added +4\n.*changed +0\n.*unchanged +0\n.*skipped +1\n/);
  assert.match(out, /location-2\/reviews\.json, review 4: has no star rating/);
  const hash = createHash('sha256').update('Rev001').digest('hex').slice(0, 12);
  const [first, second, third, fifth] = ['Rev001', 'Rev002', 'Rev003', 'Rev005'].map(
    folder.reviewBy,
  );
  assert.deepEqual(first, {
    id: `google-${hash}`,
    author: { name: 'Petra M.' },
    // 02:30 in UTC is the evening before in Chicago.
    datePublished: '2026-02-28',
    dateCreated: '2026-03-01T02:30:00.123456Z',
    dateModified: '2026-03-05',
    rating: 5,
    source: { name: 'Google', id: 'Rev001', digest: first?.source.digest },
    verification: { status: 'verified', method: 'platform-import', date: '2026-10-06' },
    relationship: 'none',
    ownerReply: { text: 'Thank you, Petra.\n\nThe team', datePublished: '2026-03-06' },
    reviewBody: 'Kept me "informed" 😀 </script> ]]> מצוין\n---\nid: not front matter',
  });
  assert.equal(
    folder.fileBy('Rev001'),
    join(folder.content, `reviews/2026/02/2026-02-28-google-${hash}.md`),
  );
  // A rating alone, of a user without a name.
  assert.deepEqual([second?.author.name, second?.rating, second?.reviewBody], ['Anonymous', 1, '']);
  // The original text, whether its translation stands before or after it.
  assert.deepEqual([third?.author.name, third?.reviewBody], ['Anonymous', 'Langsam, aber fair.']);
  assert.equal(fifth?.reviewBody, 'Muy claros en todo.');
  // Its updateTime is its createTime, written in another way.
  assert.equal(fifth?.dateModified, undefined);
});

test('a single review object and a bare array are accepted, and a reply dated before its review gets that date', async (t) => {
  const folder = createFolder(t);
  const reviewReply = { comment: 'Thanks', updateTime: '2026-04-30T12:00:00Z' };
  for (const reviews of [{ ...ONE, reviewReply }, [{ ...ONE, reviewId: 'Two2' }]]) {
    assert.equal((await folder.google(reviews)).code, 0);
  }
  const reply = { text: 'Thanks', datePublished: '2026-05-01' };
  assert.deepEqual(folder.reviewBy('One1').ownerReply, reply);
  assert.equal(folder.reviewBy('Two2').ownerReply, undefined);
});

test('of two copies of a review in one export the newer one counts', async (t) => {
  const folder = createFolder(t);
  const review = { ...ONE, comment: 'Edited.', updateTime: '2026-05-03T12:00:00Z' };
  const old = { ...review, comment: 'First.', updateTime: review.createTime };
  const { out } = await folder.google([old, review, old]);
  assert.deepEqual(folder.reviewBy('One1').verification, { status: 'pending' });
  assert.match(out, /1 new review is pending.* npm run verify -- --source Google$/m);
  assert.equal(folder.reviewBy('One1').reviewBody, 'Edited.');
  assert.match(out, /review 3: has the same id as reviews\.json, review 2/);
});

test("the reviewer's side of a Takeout is refused, or passed over where the owner's side is there too", async (t) => {
  const folder = createFolder(t);
  const refused = await folder.run(...GOOGLE, join(FIXTURES, 'reviewer-side'));
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /Reviews\.json is the reviewer's side of a Takeout/);
  assert.equal(folder.files().size, 1);
  const { code, out } = await folder.run(...GOOGLE, FIXTURES);
  assert.equal(code, 0);
  assert.match(out, /contains one person's own reviews of many places and was skipped/);
  assert.equal(folder.load().reviews.length, 4);
});

test('two locations are imported with a remark', async (t) => {
  const folder = createFolder(t);
  const review = { ...ONE, reviewId: 'L1' };
  folder.write('in/location-1/reviews.json', JSON.stringify([review]));
  folder.write('in/location-2/reviews.json', JSON.stringify([{ ...review, reviewId: 'L2' }]));
  const { out } = await folder.run(...GOOGLE, join(folder.root, 'in'));
  assert.match(out, /contains 2 locations \(location-1, location-2\)/);
});

test('a page of the API is held against the totals that Google states', async (t) => {
  const folder = createFolder(t);
  const page = { reviews: [ONE], averageRating: 3.2, totalReviewCount: 1 };
  const path = folder.write('page.json', JSON.stringify(page));
  const { code, out } = await folder.run('--from', 'google-api', path);
  assert.equal(code, 0);
  assert.match(out, /Google states an average of 3\.2 and these reviews have 5\.00/);
  const first = folder.write('first.json', JSON.stringify({ ...page, totalReviewCount: 9 }));
  const partial = await folder.run('--from', 'google-api', first);
  assert.match(partial.out, /Google states 9 reviews and this export contains 1/);
});

test('a profile that hides text, or cannot be read back, locks no folder', async (t) => {
  for (const [title, name] of [
    ['Ve\u200bga \u202eLaw', 'Vega Law'],
    [`Vega\u0000 ${'x'.repeat(900)}`, undefined],
  ] as const) {
    const folder = createFolder(t, null);
    folder.write('Takeout/data.json', JSON.stringify({ title, websiteUri: 'https://a.example/' }));
    folder.write('Takeout/reviews.json', JSON.stringify(ONE));
    const { out } = await folder.run(...GOOGLE, `${folder.root}/Takeout`);
    assert.match(out, /In the name in business\.yaml, .* removed\./);
    assert.equal((await folder.run(...GOOGLE, `${folder.root}/Takeout`)).code, 0);
    if (name !== undefined) assert.equal(folder.load().business.name, name);
  }
});

test('an empty content folder becomes one that can be published, of what the profile says', async (t) => {
  const folder = createFolder(t, null);
  const { code, out } = await folder.run(...GOOGLE, TAKEOUT, '--verified');
  assert.equal(code, 0);
  assert.match(out, /had no business\.yaml, so the facts in the export were written there/);
  assert.match(out, /aspects\.yaml {3}the list law \(others: general, /);
  assert.doesNotMatch((await folder.run(...GOOGLE, TAKEOUT)).out, /had no business/);
  const { business, reviews, aspects } = folder.load();
  assert.equal(business.name, 'Quill & Anchor Law');
  assert.equal(business.type, 'LegalService');
  assert.equal(business.telephone, '+15125550100');
  assert.equal(business.feedAuthority, 'quill-anchor.example,2026');
  assert.equal(reviews.length, 4);
  assert.ok(aspects.length > 5);
  assert.ok(folder.files().has('README.md'));
  assert.ok(folder.files().has('schema/review.schema.json'));
});

test('what the profile knows and business.yaml lacks is named', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.run(...GOOGLE, TAKEOUT);
  assert.match(out, /business\.yaml lacks; add them if they are right: telephone: "\+15125550100"/);
});

test('the profile gives address, hours, place, founding and time zone, in either form of its API', () => {
  const bytes = (location: object) => [
    { name: 'Takeout/data.json', bytes: Buffer.from(JSON.stringify(location)) },
  ];
  const { profile } = readProfile(
    bytes({
      title: 'Zahnarzt am Markt',
      storefrontAddress: {
        regionCode: 'AT',
        locality: 'Wien',
        postalCode: '1010',
        addressLines: ['Graben 1', 'Top 3'],
      },
      phoneNumbers: { primaryPhone: '+43 1 5550100' },
      languageCode: 'de',
      categories: { primaryCategory: { displayName: 'Dental clinic' } },
      latlng: { latitude: 48.2, longitude: 16.37 },
      openInfo: { openingDate: { year: 2009, month: 3, day: 1 } },
      profile: { description: 'Zähne.' },
      regularHours: {
        periods: [
          {
            openDay: 'MONDAY',
            openTime: { hours: 8 },
            closeDay: 'MONDAY',
            closeTime: { hours: 16, minutes: 30 },
          },
          { openDay: 'TUESDAY', openTime: '8:00', closeDay: 'TUESDAY', closeTime: '16:30' },
          { openDay: 'FRIDAY', openTime: '22:00', closeDay: 'SATURDAY', closeTime: '02:00' },
        ],
      },
    }),
  );
  assert.deepEqual(profile, {
    name: 'Zahnarzt am Markt',
    type: 'Dentist',
    timeZone: 'Europe/Vienna',
    trade: 'health',
    knowsLanguage: ['de'],
    telephone: '+4315550100',
    address: {
      streetAddress: 'Graben 1, Top 3',
      addressLocality: 'Wien',
      postalCode: '1010',
      addressCountry: 'AT',
    },
    geo: { latitude: 48.2, longitude: 16.37 },
    openingHours: [{ dayOfWeek: ['Monday', 'Tuesday'], opens: '08:00', closes: '16:30' }],
    foundingDate: '2009-03-01',
    description: 'Zähne.',
  });
  const american = readProfile(
    bytes({
      title: 'Lounge',
      storefrontAddress: { regionCode: 'US', locality: 'Austin', addressLines: [] },
      phoneNumbers: { primaryPhone: '(512) 555-0100' },
      regularHours: 'always',
    }),
  );
  assert.deepEqual(american.profile, {
    name: 'Lounge',
    type: 'BarOrPub',
    timeZone: 'UTC',
    trade: 'hospitality',
    telephone: '+15125550100',
  });
});
