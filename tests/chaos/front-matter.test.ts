import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { checkContent } from '#dataset/check/check-content.ts';
import {
  ContentError,
  type ContentProblem,
  formatProblem,
  isError,
} from '#dataset/content-problem.ts';
import { Counts } from '#dataset/counts.ts';
import { decodeText, isPrintable } from '#dataset/read/decode-text.ts';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { findUnsafe, removeUnsafe } from '#dataset/read/unsafe-text.ts';
import { renderReview } from '../../scripts/content/edits/review-file.ts';
import { motifs, mutationsOf, soups } from '../rooms/dataset/arbitrary-content.ts';
import { atLength } from '../support/at-length.ts';
import { BUSINESS, filesOf } from '../support/content-files.ts';
import { processorMs } from '../support/measure.ts';
import { readByLibrary, unsafeKindsIn } from './slow-readings.ts';

const SECONDS = atLength(180, 8);
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const NOW = new Date('2026-11-23T12:00:00Z');

/** The demonstration's files, the long ones cut, as what is likely to be nearly right. */
const SEEDS = readContent('content').files.map(({ path, bytes }) => {
  const lines = Buffer.from(bytes).toString().split('\n');
  return { path, text: lines.slice(0, path.endsWith('.md') ? undefined : 60).join('\n') };
});
const textsOf = (isWanted: (path: string) => boolean) =>
  SEEDS.flatMap(({ path, text }) => (isWanted(path) ? [text] : []));
const REVIEWS = textsOf((path) => path.startsWith('reviews/'));
const NAMED = SEEDS.filter(({ path }) => !path.startsWith('reviews/'));

/** A review in as many notations as YAML has. */
const NOTATIONS = `---
"id": 'review-1' # its key
author:
    name: "J\\xe9r\\u00f4me\\
      \\ Doe"
? datePublished
: 2026-10-03
rating: 4.5
name: >-
  Kept me
  informed
source: {name: Google, "id": "a\\"b", url: 'https://x.example/'}
verification: { status: verified,
  method: invitation, date: 2026-10-06 }
technicians: [ ]
services:
- car-accident
aspects: {fees: positive}
ownerReply:
  datePublished: 2026-10-07
  text: |
    Thank you,

    Jane
---
They kept me informed.
`;

const anyReviews = fc.oneof(
  { weight: 3, arbitrary: mutationsOf(REVIEWS) },
  { weight: 2, arbitrary: mutationsOf([NOTATIONS]) },
  soups,
);
const frontMatterOf = (text: string) => splitFrontMatter(text)?.frontMatter ?? '';
const anyFiles = fc.oneof(
  fc.record({ path: fc.constant('reviews/a.md'), text: anyReviews }),
  ...NAMED.map(({ path, text }) =>
    fc.record({ path: fc.constant(path), text: fc.oneof(mutationsOf([text]), soups) }),
  ),
);
const anyYaml = fc.oneof(
  mutationsOf(textsOf((path) => path.endsWith('.yaml'))),
  mutationsOf(REVIEWS.map(frontMatterOf)),
  mutationsOf([frontMatterOf(NOTATIONS)]),
  soups,
);

/** What must hold of every input; each says which kind of input it was, and which there must be. */
const FUZZES: Readonly<Record<string, (fuzz: Fuzz) => void>> = {
  'a file is read or its problems are reported, whatever it holds': (fuzz) =>
    fuzz(['refused', 'read'], anyFiles, ({ path, text }) => {
      const problems = problemsOf(path, text);
      assert.ok(problems.length <= 50, `${problems.length} problems`);
      for (const problem of problems) assertIsReported(problem, text);
      return problems.some(isError) ? 'refused' : 'read';
    }),

  'YAML is read as the library reads it, and placed where it stands': (fuzz) =>
    fuzz(['refused', 'read'], anyYaml, (text) => {
      const read = readByLibrary(text);
      const parsed = parseYaml({ file: 'a.yaml', text }, z.unknown());
      const values = read ? valuesIn(read.value) : [];
      const isFit = read !== undefined && !values.some(isUnfit);
      assert.equal(parsed.problems === undefined, isFit);
      if (!read || parsed.problems) return read ? 'refused by us' : 'refused';
      assert.deepEqual(parsed.value, read.value);
      const byPath = Map.groupBy(read.places.slice(0, 100), ([path]) => JSON.stringify(path));
      for (const [first, ...others] of byPath.values()) {
        if (first && others.length === 0) assert.deepEqual(parsed.locate(first[0]), first[1]);
      }
      return 'read';
    }),

  'a review that is read is fit to be published, and written reads back the same': (fuzz) =>
    fuzz(['refused', 'read'], anyReviews, (text) => {
      const { value } = parseReview('reviews/a.md', text);
      if (!value || !isPrintable(text)) return 'refused';
      for (const one of valuesIn(value)) {
        assert.ok(!isUnfit(one) && (typeof one !== 'string' || isPrintable(one)));
      }
      const written = renderReview(value);
      assert.deepEqual(written && parseReview('reviews/a.md', written).value, value);
      return 'read';
    }),

  'what no text may hold is found and taken out': (fuzz) =>
    fuzz(['unsafe', 'safe'], soups, (text) => {
      const kinds = new Set(findUnsafe(text).map(({ kind }) => kind));
      assert.deepEqual(kinds, unsafeKindsIn(text));
      assert.equal(unsafeKindsIn(removeUnsafe(text)).size, 0);
      return kinds.size > 0 ? 'unsafe' : 'safe';
    }),

  'the work grows no faster than the text': (fuzz) =>
    fuzz([], fc.tuple(motifs, fc.constantFrom(...PLACES)), ([motif, place]) => {
      const [path, before, behind, longest = LONGEST, beside] = place;
      const costOf = (length: number) => {
        const count = Math.ceil(length / motif.length);
        // Keys differ, so that none is repeated.
        const texts = Array.from({ length: count }, (_, index) => motif.replace('a', `a${index}`));
        return processorMs(() => problemsOf(path, `${before}${texts.join('')}${behind}`, beside));
      };
      if (costOf(longest) < SOON_MS) return 'soon done';
      const [short, long] = [longest / TIMES, longest].map((length) =>
        Math.min(...Array.from({ length: 3 }, () => costOf(length))),
      );
      // Its square would be far more.
      assert.ok(Number(long) < 2.5 * TIMES * Number(short) + SOON_MS, `${short} ms, ${long} ms`);
      return 'compared';
    }),
};

/** What takes less says nothing: a compilation or a collection takes as long. */
const SOON_MS = 100;
/** A text that fits into front matter when each motif is a little longer, and so many times as long. */
const LONGEST = 160_000;
const TIMES = 8;

const FRONT = 'id: review-1\nauthor: { name: Jane }\ndatePublished: 2026-10-03\nrating: 5\n';
type Place = readonly [
  path: string,
  before: string,
  behind: string,
  longest?: number,
  beside?: Readonly<Record<string, string>>,
];
/** Names that many a misspelt one is near to. */
const MANY = Array.from({ length: 5_000 }, (_, at) => `- { id: a-lawyer-${at}, name: Lawyer ${at}`);

/** Where text may stand in files. */
const PLACES: readonly Place[] = [
  ['reviews/a.md', '---\n', '\n---\n'],
  ['reviews/a.md', `---\n${FRONT}`, '\n---\n'],
  ['reviews/a.md', `---\n${FRONT}name: "`, '"\n---\n'],
  ['reviews/a.md', `---\n${FRONT}name: `, '\n---\n'],
  ['reviews/a.md', `---\n${FRONT}technicians: [`, ']\n---\n'],
  [
    'reviews/a.md',
    `---\n${FRONT}technicians: [a-lawyer`,
    ']\n---\n',
    LONGEST,
    { 'technicians.yaml': MANY.map((one) => `${one}, jobTitle: Lawyer }\n`).join('') },
  ],
  ['reviews/a.md', `---\n${FRONT}---\n`, '\n', 40_000],
  ['reviews/a.md', '', ''],
  ['faq.yaml', '- id: a\n  answer: |\n    ', ''],
  ['services.yaml', '- { id: a, name: b, aliases: [', '] }'],
  ['removed.yaml', '', ''],
];

type Fuzz = <Input>(
  kinds: readonly string[],
  arbitrary: fc.Arbitrary<Input>,
  holds: (input: Input) => string,
) => void;

for (const [title, hold] of Object.entries(FUZZES)) {
  test(title, { timeout: (SECONDS + 120) * 1000 }, (t) => {
    t.diagnostic(`FUZZ_SEED=${SEED}`);
    const kinds = new Counts<string>();
    hold((expected, arbitrary, holds) => {
      fc.assert(
        fc.property(arbitrary, (input) => {
          kinds.add(holds(input));
        }),
        {
          seed: SEED,
          numRuns: Number.MAX_SAFE_INTEGER,
          interruptAfterTimeLimit: (SECONDS * 1000) / Object.keys(FUZZES).length,
        },
      );
      t.diagnostic([...kinds.keys()].map((kind) => `${kinds.of(kind)} ${kind}`).join(', '));
      // What is refused always, or never, shows nothing.
      for (const kind of expected) assert.ok(kinds.of(kind) > 0, `no input was ${kind}`);
    });
  });
}

/** What checking says of a file beside a good business.yaml; nothing but problems is thrown. */
function problemsOf(
  path: string,
  text: string,
  beside: Readonly<Record<string, string>> = {},
): readonly ContentProblem[] {
  try {
    const files = filesOf({ 'business.yaml': BUSINESS, ...beside, [path]: text });
    return checkContent(files, [], NOW).warnings;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.filter(({ file }) => file === path);
  }
}

/** A problem is inside its file, and reported on one line of bounded length. */
function assertIsReported(problem: ContentProblem, text: string): void {
  const decoded = decodeText('a', Buffer.from(text));
  const lines = 'text' in decoded ? decoded.text.split('\n') : [];
  const line = lines[problem.line - 1];
  const shown = formatProblem(problem);
  assert.ok(line !== undefined && problem.column >= 1, shown);
  assert.ok(problem.column <= line.length + 1, shown);
  assert.match(shown, /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{1,9000}$/u);
}

/** All keys and values in a value. */
function valuesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.entries(value).flatMap(([key, member]) => [{ key }, ...valuesIn(member)]);
}

/** True if no content may have this value. */
function isUnfit(value: unknown): boolean {
  return typeof value === 'string' && unsafeKindsIn(value).size > 0;
}
