import assert from 'node:assert/strict';
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
const ONE = { reviewId: 'One1', starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z' };

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
  const refused = await folder.run(join(FIXTURES, 'reviewer-side'));
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /other parts have only reviews that you wrote/);
  assert.equal(folder.files().size, 1);
  for (const name of ['Takeout', 'reviewer-side']) {
    cpSync(join(FIXTURES, name), join(folder.root, 'both', name), { recursive: true });
  }
  const { code } = await folder.run(join(folder.root, 'both'));
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
    assert.equal((await folder.run(`${folder.root}/Takeout`)).code, 0);
    assert.equal((await folder.run(`${folder.root}/Takeout`)).code, 0);
    if (name !== undefined) assert.equal(folder.load().business.name, name);
  }
});

test('an empty content folder becomes one that can be published, of what the profile says', async (t) => {
  const folder = createFolder(t, null);
  const { code, out } = await folder.run(TAKEOUT, '--verified');
  assert.equal(code, 0);
  assert.match(out, /no business\.yaml .*Quill & Anchor Law/);
  assert.match(out, /aspects for law/);
  assert.doesNotMatch((await folder.run(TAKEOUT)).out, /no business\.yaml/);
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
