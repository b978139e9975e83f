import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { readProfile } from '../../../../scripts/import/google-profile.ts';
import { createFolder, FIXTURES } from './run-in-folder.ts';

const PROFILES = z
  .array(z.strictObject({ location: z.unknown(), profile: z.looseObject({ name: z.string() }) }))
  .parse(parse(readFileSync(join(import.meta.dirname, 'google-profiles.yaml'), 'utf8')));
const TAKEOUT = join(FIXTURES, 'Takeout');
const GOOGLE = ['--from', 'google-takeout'] as const;
const ONE = { reviewId: 'One1', starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z' };

test('a Takeout folder becomes content: every member of a review finds its place', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run(...GOOGLE, TAKEOUT, '--verified');
  assert.equal(code, 0);
  assert.match(out, /added +4\n.*changed +0\n.*unchanged +0\n.*skipped +1\n/);
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
    source: { name: 'Google', id: 'Rev001' },
    verification: { status: 'verified', method: 'platform-import', date: '2026-10-06' },
    relationship: 'none',
    ownerReply: { text: 'Thank you, Petra.\n\nThe team', datePublished: '2026-03-06' },
    reviewBody: 'Kept me "informed" 😀 </script> ]]> מצוין\n---\nid: not front matter',
  });
  // A rating alone, of a user without a name.
  assert.deepEqual([second?.author.name, second?.rating, second?.reviewBody], ['Anonymous', 1, '']);
  // The original text, whether its translation stands before or after it.
  assert.deepEqual([third?.author.name, third?.reviewBody], ['Anonymous', 'Langsam, aber fair.']);
  assert.equal(fifth?.reviewBody, 'Muy claros en todo.');
  // Its updateTime is its createTime, written in another way.
  assert.equal(fifth?.dateModified, undefined);
});

test('of two copies of a review in one export the newer one counts', async (t) => {
  const folder = createFolder(t);
  const review = { ...ONE, comment: 'Edited.', updateTime: '2026-05-03T12:00:00Z' };
  const old = { ...review, comment: 'First.', updateTime: review.createTime };
  const { out } = await folder.google([old, review, old]);
  assert.deepEqual(folder.reviewBy('One1').verification, { status: 'pending' });
  assert.match(out, /pending.*\n.*\n +npm run verify -- --source Google --content \S+$/m);
  assert.equal(folder.reviewBy('One1').reviewBody, 'Edited.');
  assert.match(out, /review 3: has the same id as reviews\.json, review 2/);
});

test("the reviewer's side of a Takeout is refused, and passed over where the owner's side is there", async (t) => {
  const folder = createFolder(t);
  const refused = await folder.run(...GOOGLE, join(FIXTURES, 'reviewer-side'));
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /other parts have only reviews that you wrote/);
  assert.equal(folder.files().size, 1);
  for (const name of ['Takeout', 'reviewer-side']) {
    cpSync(join(FIXTURES, name), join(folder.root, 'both', name), { recursive: true });
  }
  const { code } = await folder.run(...GOOGLE, join(folder.root, 'both'));
  assert.equal(code, 0);
  assert.equal(folder.load().reviews.length, 4);
});

test('a profile that hides text, or cannot be read back, locks no folder', async (t) => {
  for (const [title, name] of [
    ['Ve\u200bga \u202eLaw', 'Vega Law'],
    [`Vega\u0000 ${'x'.repeat(900)}`, undefined],
  ] as const) {
    const folder = createFolder(t, null);
    folder.write('Takeout/data.json', JSON.stringify({ title, websiteUri: 'https://a.example/' }));
    folder.write('Takeout/reviews.json', JSON.stringify([ONE]));
    assert.equal((await folder.run(...GOOGLE, `${folder.root}/Takeout`)).code, 0);
    assert.equal((await folder.run(...GOOGLE, `${folder.root}/Takeout`)).code, 0);
    if (name !== undefined) assert.equal(folder.load().business.name, name);
  }
});

test('an empty content folder becomes one that can be published, of what the profile says', async (t) => {
  const folder = createFolder(t, null);
  const { code, out } = await folder.run(...GOOGLE, TAKEOUT, '--verified');
  assert.equal(code, 0);
  assert.match(out, /no business\.yaml .*Quill & Anchor Law/);
  assert.match(out, /aspects for law/);
  assert.doesNotMatch((await folder.run(...GOOGLE, TAKEOUT)).out, /no business\.yaml/);
  const { business, reviews, aspects } = folder.load();
  assert.deepEqual([business.name, business.type], ['Quill & Anchor Law', 'LegalService']);
  assert.equal(business.telephone, '+15125550100');
  assert.equal(reviews.length, 4);
  assert.ok(aspects.length > 5);
  assert.ok(folder.files().has('README.md'));
  assert.ok(folder.files().has('schema/review.schema.json'));
});

for (const { location, profile } of PROFILES) {
  test(`the profile of ${profile.name} is read`, () => {
    const bytes = Buffer.from(JSON.stringify(location));
    assert.deepEqual(readProfile([{ name: 'Takeout/data.json', bytes }]), profile);
  });
}
