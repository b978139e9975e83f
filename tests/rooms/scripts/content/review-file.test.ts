import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkContent } from '#dataset/check/check-content.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { SOURCE_FIELDS } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { renderReview, updateReview } from '../../../../scripts/content/review-file.ts';
import { newReview } from '../../../../scripts/import/plan/decide-review.ts';
import { planImport } from '../../../../scripts/import/plan/plan.ts';
import { Memory } from '../../../../scripts/import/plan/source-memory.ts';
import { cleanLine, cleanText } from '../../../../scripts/import/rows/clean-text.ts';
import type { IncomingReview } from '../../../../scripts/import/rows/incoming-review.ts';
import { NO_CONTENT } from '../../../../scripts/import/write/stored-content.ts';
import { runs } from '../../../support/at-length.ts';
import { BUSINESS } from '../import/run-in-folder.ts';

const AWKWARD = fc.constantFrom(
  ...['---', '\n---\n', '...', '# no comment', '- item', 'key: value', 'null', 'true', '0x1f'],
  ...['1e3', '2026-01-01', '</script>', ']]>', ...'"\'|>%{}[],!@`~'],
  ...['&a', '*a', '\t', ' ', '\n', '\r\n', '\r', '\u2028', '\u2029', '\ufeff', '\u200f', '😀'],
  ...['\ud800', '\u0000', '\u0085', 'é', 'e\u0301'],
);
const text = fc
  .array(fc.oneof(AWKWARD, fc.string({ unit: 'binary' })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const date = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

const incoming: fc.Arbitrary<IncomingReview> = fc
  .record({
    author: text,
    body: text,
    title: text,
    reply: text,
    id: text,
    date,
    rating: fc.integer({ min: 2, max: 10 }),
  })
  .map(({ author, body, title, reply, id, date, rating }) => ({
    place: 'line 2',
    sourceName: 'Google',
    sourceId: cleanLine(id) || undefined,
    key: id,
    authorName: cleanLine(author, 100) || undefined,
    datePublished: date,
    rating: rating / 2,
    name: cleanLine(title) || undefined,
    reviewBody: cleanText(body),
    ownerReply: cleanText(reply) ? { text: cleanText(reply), datePublished: date } : undefined,
    notes: [],
  }));

const options = { names: 'full', isVerified: true, today: '2026-10-06' } as const;

test('every review that is written reads back as the same review', () => {
  fc.assert(
    fc.property(incoming, (one) => {
      const review = newReview('google-0123456789ab', one, options);
      const file = renderReview(review);
      assert.ok(file !== undefined);
      assert.deepEqual(parseReview('x.md', file).value, review);
    }),
    { numRuns: runs(300) },
  );
});

test('what is imported loads as content, and importing it again changes nothing', () => {
  const speaksOf = new Set(SOURCE_FIELDS);
  fc.assert(
    fc.property(fc.array(incoming, { maxLength: 6 }), (reviews) => {
      const input = { reviews, skipped: [], remarks: [], speaksOf, isPartial: false };
      const memory = new Memory('a salt');
      const plan = planImport(input, NO_CONTENT, options, memory);
      assert.equal(plan.added.length + plan.skipped.length, reviews.length);
      const bytes = (text: string) => new TextEncoder().encode(text);
      const { content } = checkContent([
        { path: 'business.yaml', bytes: bytes(BUSINESS) },
        ...plan.added.map(({ file, text }) => ({ path: file, bytes: bytes(text) })),
      ]);
      assert.equal(content.reviews.length, plan.added.length);
      const files = plan.added.map(({ file, text }, index) => {
        const review = content.reviews[index];
        assert.ok(review);
        return { file, text, review };
      });
      const again = planImport(
        input,
        { ...NO_CONTENT, files },
        options,
        new Memory('a salt', plan.lines),
      );
      const written = again.updates.filter(({ text }) => text !== undefined);
      assert.deepEqual([again.added, written, again.absent], [[], [], []]);
      assert.equal(again.lines.size, 0);
      // Ids that differ only in what no file can hold are told apart once, and reported then.
      assert.equal(again.updates.length + again.skipped.length, reviews.length);
    }),
    { numRuns: runs(100) },
  );
});

test('a file in front-matter order is readable', () => {
  const incoming = {
    ...{ place: 'line 2', sourceName: 'Google', sourceId: 'Ab1', key: 'Ab1', notes: [] },
    ...{ authorName: 'Jane Doe', datePublished: '2026-10-03', dateCreated: '2026-10-03T14:02:11Z' },
    ...{ rating: 4.5, reviewBody: 'Good.' },
    ownerReply: { text: 'Thank you.\n\nJane', datePublished: '2026-10-04' },
  };
  const review = newReview('google-0123456789ab', incoming, { ...options, names: undefined });
  assert.equal(
    renderReview(review),
    `---
# yaml-language-server: $schema=../../../schema/review.schema.json
id: google-0123456789ab
author: { name: Jane D. }
datePublished: 2026-10-03
dateCreated: 2026-10-03T14:02:11Z
rating: 4.5
source:
  name: Google
  id: Ab1
verification: { status: verified, method: platform-import, date: 2026-10-06 }
ownerReply:
  text: |-
    Thank you.

    Jane
  datePublished: 2026-10-04
---
Good.
`,
  );
});

test('an update touches only the changed keys', () => {
  const review = {
    id: 'google-0123456789ab',
    author: { name: 'Jane D.' },
    datePublished: '2026-10-03',
    rating: 4,
    source: { name: 'Google' },
    verification: { status: 'pending' },
    relationship: 'none',
    reviewBody: 'Good.',
  } as const;
  const stored = `---
# Checked with Maria.
verification: {status: pending}   # not yet
rating: 4 # as she said
id: google-0123456789ab
author: {name: 'Jane D.'} # not her whole name
datePublished: 2026-10-03
source: {name: Google}
---
Good.
`;
  assert.equal(
    updateReview(
      { file: 'a.md', text: stored, review },
      { ...review, author: { name: 'J. D.' }, rating: 2 },
    ),
    stored.replace('rating: 4', 'rating: 2').replace('Jane D.', 'J. D.'),
  );
});

test('an update keeps the comments inside what it changes', () => {
  const review = {
    id: 'google-0123456789ab',
    author: { name: 'Jane D.' },
    datePublished: '2026-10-03',
    rating: 4,
    source: { name: 'Google' },
    verification: { status: 'pending' },
    relationship: 'none',
    reviewBody: 'Good.',
  } as const;
  const stored = `---
id: google-0123456789ab
author: { name: Jane D. }
datePublished: 2026-10-03
rating: 4
source: { name: Google }
verification:
  # She looks her up.
  status: pending # since May
---
Good.
`;
  const verification = { status: 'verified', method: 'client-record', date: '2026-10-06' } as const;
  assert.equal(
    updateReview({ file: 'a.md', text: stored, review }, { ...review, verification }),
    stored.replace(
      'pending # since May\n',
      'verified # since May\n  method: client-record\n  date: 2026-10-06\n',
    ),
  );
});

const AS_WRITTEN = `---
# Checked with Maria.

id:   google-0123456789ab
"author": {name: 'Jane D.'}   # not her whole name
datePublished: 2026-10-03
rating: 4    # as she said

source:
    # By hand.
    name:  Google
    id: Ab1

verification: {status: pending}   # not yet
ownerReply:
   text: >-
     Thank you,
     Jane.

   datePublished: 2026-10-04   # a day later
# The end.
---

Good.

`;

const WRITTEN = {
  id: 'google-0123456789ab',
  author: { name: 'Jane D.' },
  datePublished: '2026-10-03',
  rating: 4,
  source: { name: 'Google', id: 'Ab1' },
  verification: { status: 'pending' },
  relationship: 'none',
  ownerReply: { text: 'Thank you, Jane.', datePublished: '2026-10-04' },
  reviewBody: 'Good.',
} as const;

test('what is changed is cut in where it stood, and every other byte stays', () => {
  const { ownerReply, ...others } = WRITTEN;
  const verified = { status: 'verified', method: 'client-record', date: '2026-10-06' } as const;
  const cases: (readonly [StoredReview, ...(readonly [string | RegExp, string])[]])[] = [
    [
      { ...WRITTEN, verification: verified },
      ['{status: pending}', '{status: verified, method: client-record, date: 2026-10-06}'],
    ],
    [
      { ...WRITTEN, source: { name: 'Google', id: 'Ab2', url: 'https://g.example/a' } },
      ['id: Ab1\n', 'id: Ab2\n    url: https://g.example/a\n'],
    ],
    [{ ...WRITTEN, source: { name: 'Yelp' } }, ['  Google\n    id: Ab1\n', '  Yelp\n']],
    [
      { ...WRITTEN, author: { name: '{J}, "D."' }, reviewBody: 'Bad.' },
      ["'Jane D.'", '"{J}, \\"D.\\""'],
      ['Good.', 'Bad.'],
    ],
    [
      {
        ...WRITTEN,
        ownerReply: { ...ownerReply, text: 'No.\n\nJane', dateModified: '2026-10-05' },
      },
      ['>-\n     Thank you,\n     Jane.', '|-\n     No.\n\n     Jane'],
      ['# a day later\n', '# a day later\n   dateModified: 2026-10-05\n'],
    ],
    [others, [/ownerReply:[\s\S]*a day later\n/, '']],
    [{ ...WRITTEN, name: 'So: good' }, ['# The end.', 'name: "So: good"\n# The end.']],
  ];
  for (const [review, ...edits] of cases) {
    const expected = edits.reduce((text, [from, to]) => text.replace(from, to), AS_WRITTEN);
    const file = { file: 'a.md', text: AS_WRITTEN, review: WRITTEN };
    assert.equal(updateReview(file, review), expected);
  }
});

test('members of a mapping in brackets go with their commas', () => {
  const verification = { status: 'verified', method: 'client-record', date: '2026-10-06' } as const;
  const text = AS_WRITTEN.replace(
    '{status: pending}',
    '{ status: verified,  method: client-record, date:  2026-10-06 }',
  );
  const review = { ...WRITTEN, verification };
  assert.equal(
    updateReview({ file: 'a.md', text, review }, WRITTEN),
    text.replace(/\{ status:.*\}/, '{ status: pending }'),
  );
});

test('whatever the notation, an update reads back as the review', () => {
  const awkward = text.map((one) => cleanText(one)).filter((one) => one !== '');
  fc.assert(
    fc.property(awkward, awkward, fc.nat({ max: 3 }), (reply, body, which) => {
      const notation = [
        AS_WRITTEN,
        AS_WRITTEN.replace('>-\n     Thank you,\n     Jane.', 'Thank you, Jane. # politely'),
        AS_WRITTEN.replace(
          /ownerReply:[\s\S]*later\n/,
          'ownerReply: {text: "Thank you, Jane.", datePublished: 2026-10-04}\n',
        ),
        `---\n${JSON.stringify({ ...WRITTEN, reviewBody: undefined })}\n---\nGood.`,
      ];
      const review = {
        ...WRITTEN,
        ownerReply: { text: reply, datePublished: '2026-10-05' },
        reviewBody: body,
      };
      const file = { file: 'a.md', text: notation[which] ?? '', review: WRITTEN };
      assert.deepEqual(parseReview('a.md', file.text).value, WRITTEN);
      const updated = updateReview(file, review);
      assert.ok(updated !== undefined);
      assert.deepEqual(parseReview('a.md', updated).value, review);
    }),
    { numRuns: runs(300) },
  );
});
