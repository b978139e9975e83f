import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseContent } from '#dataset/read/parse-content.ts';
import {
  parseMarkdown,
  parseReview,
  parseSummary,
  splitFrontMatter,
} from '#dataset/read/parse-markdown.ts';
import { MAX_FRONT_MATTER_BYTES, MAX_TEXT_BYTES } from '#dataset/schema/content-limits.ts';
import { filesOf, reviewText } from '../../support/content-files.ts';
import { storedReview } from '../../support/reviews.ts';
import { faultsIn } from './assert-faults.ts';

const Front = z.strictObject({ name: z.string() });
const parse = (text: string) =>
  parseMarkdown('x.md', text, Front, (front, body) => ({ front, body }));
const faultsOf = (text: string) => faultsIn(parse(text));

test('a text may have 64 KiB and no more, counted in bytes', () => {
  const fileOf = (body: string) => `---\nname: A\n---\n\n${body}\n`;
  assert.deepEqual(faultsOf(fileOf('x'.repeat(MAX_TEXT_BYTES))), []);
  const refusal = '5:1 the text has 65 KiB and may have 64 KiB at most; shorten it';
  assert.deepEqual(faultsOf(fileOf(`${'é'.repeat(MAX_TEXT_BYTES / 2)}x`)), [refusal]);
});

test('front matter may have 256 KiB and no more, and is not parsed beyond', () => {
  const fileOf = (bytes: number) => `---\nname: A\n${'#'.padEnd(bytes - 9, '#')}\n---\nText.`;
  assert.deepEqual(faultsOf(fileOf(MAX_FRONT_MATTER_BYTES)), []);
  assert.deepEqual(faultsOf(fileOf(MAX_FRONT_MATTER_BYTES + 1).replace('name', '[[[[')), [
    '2:1 the front matter has 257 KiB and may have 256 KiB at most; shorten it',
  ]);
});

test('a byte order mark at the ends of the text is not published, and is no fault', () => {
  const { value } = parse('---\nname: A\n---\n\ufeffOne.\ufeff\n');
  assert.deepEqual(value, { front: { name: 'A' }, body: 'One.' });
});

for (const [rule, text, frontMatter, body] of [
  ['front matter and body are split', '---\na: 1\n---\nHello.\n', 'a: 1\n', 'Hello.'],
  ['blank lines around the body', '---\na: 1\n---\n\n  A.\n\nB.\n\n', 'a: 1\n', 'A.\n\nB.'],
  ['the body may be missing', '---\na: 1\n---', 'a: 1\n', ''],
  ['the body may be empty', '---\na: 1\n---\n\n', 'a: 1\n', ''],
  ['the front matter may be empty', '---\n---\nHello.', '', 'Hello.'],
  ['hyphens in the body are text', '---\na: 1\n---\nA.\n---\nB.', 'a: 1\n', 'A.\n---\nB.'],
  ['hyphens inside a line', '---\na: x---\nb: --- y\n---\nA.', 'a: x---\nb: --- y\n', 'A.'],
  ['four hyphens', '---\na: 1\n----\n---\nHello.', 'a: 1\n----\n', 'Hello.'],
  ['blanks behind the hyphens', '--- \na: 1\n---\t\nHello.', 'a: 1\n', 'Hello.'],
] as const) {
  test(`a file is split at its lines of hyphens: ${rule}`, () => {
    const bodyOffset = body === '' ? text.length : text.indexOf(body, frontMatter.length + 6);
    assert.deepEqual(splitFrontMatter(text), { frontMatter, body, bodyOffset });
  });
}

test('there is no front matter without two lines of hyphens, and a long text is searched once', () => {
  for (const text of ['---\na: 1 ---\n', ' ---\na: 1\n ---\n', `---\n${'-- \n'.repeat(64_000)}`]) {
    assert.equal(splitFrontMatter(text), undefined);
  }
});

test('a summary is its front matter and the text below', () => {
  const summary = `---\nheadline: A\nauthor: B\ndateModified: 2026-10-01
concerns:\n  - { text: C, aspect: fees, evidence: [review-1] }\n---\n\nOne.\n`;
  assert.deepEqual(parseSummary('summary.md', summary).value, {
    headline: 'A',
    author: 'B',
    dateModified: '2026-10-01',
    strengths: [],
    concerns: [{ text: 'C', aspect: 'fees', evidence: ['review-1'] }],
    text: 'One.',
  });
});

test('every key of a review is kept, and its text is plain text, whatever it looks like', () => {
  const changes = {
    dateCreated: '2026-10-03T14:02:11Z',
    dateModified: '2026-10-05',
    rating: 4.5,
    name: 'Kept me informed',
    inLanguage: 'en',
    source: { name: 'Google', id: 'AbFvOq', url: 'https://maps.example/AbFvOq' },
    verification: { status: 'verified', method: 'invitation', date: '2026-10-06' },
    relationship: 'family',
    technicians: ['maria-lopez'],
    services: ['car-accident'],
    serviceAreas: [],
    aspects: { communication: 'positive', fees: 'none' },
    sentiment: 'mixed',
    quotes: ['kept me'],
    ownerReply: { text: 'Thanks.', datePublished: '2026-10-07', dateModified: '2026-10-08' },
  } as const;
  const written = Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)]);
  const body = '# A\n\n---\nid: other\n---\n<b>"5" & \'6\'</b> {{x}} ]]> </script> 👩‍⚖️ مرحبا';
  const { value } = parseReview('x.md', reviewText(Object.fromEntries(written), body));
  assert.deepEqual(value, { ...storedReview(), ...changes, reviewBody: body });
});

const judgmentIn = (staff: string) =>
  parseReview('x.md', reviewText({ aspects: `{ staff: ${staff} }` })).value?.aspects?.staff;

test('an editor may say of an aspect what it says, that it is not meant, and about whom', () => {
  const [about, neutral] = ['other', 'neutral'] as const;
  assert.equal(judgmentIn('mixed'), 'mixed');
  assert.equal(judgmentIn('none'), 'none');
  for (const written of ['{ about: other }', '{ sentiment: neutral, about: other }']) {
    assert.deepEqual(judgmentIn(written), { sentiment: neutral, about });
  }
  const negative = { sentiment: 'negative', about: 'business' };
  assert.deepEqual(judgmentIn('{ sentiment: negative }'), negative);
});

test('places are found long after a file was parsed', () => {
  const { reviews } = parseContent(filesOf({ 'reviews/a.md': reviewText({ name: 'Thanks' }) }), []);
  const locate = reviews[0]?.openPlaces();
  assert.deepEqual(locate?.(['name']), { line: 8, column: 7 });
  assert.deepEqual(locate?.(['verification', 'date']), { line: 7, column: 61 });
  assert.deepEqual(locate?.(['nothing']), { line: 2, column: 1 });
});
