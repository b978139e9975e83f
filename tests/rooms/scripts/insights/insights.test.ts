import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseOptions, runInsights } from '../../../../scripts/insights/insights.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';
import { BUSINESS, type Files, reviewText } from '../../../support/content-files.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const ASPECTS = `
- { id: staff, name: Staff, description: The people., terms: [staff, rude] }
- { id: fees, name: Fees, description: What it costs., terms: [fee] }
`;
const KIND = 'The staff were wonderful and kind! Great fees.';
const RUDE = 'The adjuster was rude.';

function review(
  id: string,
  date: string,
  body: string,
  changes: Readonly<Record<string, string>> = {},
) {
  const verification = '{ status: verified, method: invitation, date: 2026-10-06 }';
  return {
    [`reviews/${id}.md`]: reviewText({ id, datePublished: date, verification, ...changes }, body),
  };
}

const FILES: Files = {
  'business.yaml': BUSINESS,
  'aspects.yaml': ASPECTS,
  ...review('kind-1', '2026-10-01', KIND),
  ...review('kind-2', '2026-10-02', KIND, { aspects: '{ staff: none, fees: negative }' }),
  ...review('rude-3', '2026-10-03', RUDE, {
    aspects: '{ staff: { about: other } }',
    quotes: 'never',
  }),
  ...review('spanish-4', '2026-10-04', 'Muy amables.', {
    inLanguage: 'es',
    aspects: '{ staff: positive }',
  }),
  ...review('pending-5', '2026-10-05', KIND, { verification: '{ status: pending }' }),
};

function run(t: TestContext, args: readonly string[], files = FILES) {
  const content = createContentFolder(t, files);
  const [printed, told]: [string[], string[]] = [[], []];
  const code = runInsights([...args, '--content', content], {
    print: (text) => printed.push(text),
    tell: (line) => told.push(line),
    readEnvironment: () => ({}),
  });
  assert.equal(told.shift(), `Content folder: ${content}`);
  return { code, out: printed.join(''), told };
}

test('a review is shown clause by clause, with what was found by which terms and where it is quoted', (t) => {
  const { code, out, told } = run(t, ['--review', 'kind-1']);
  assert.deepEqual([code, told], [0, []]);
  assert.match(
    out,
    /^Review kind-1: 5 stars, 2026-10-01, by Jane D\.\nOn the whole it is positive \(score /,
  );
  assert.match(
    out,
    /\n1\. “The staff were wonderful and kind!”\n {3}about {5}the business\n {3}says {6}praise, 9\d % sure \(score \d\.\d\d\)\n {3}aspect {4}staff, by “staff” \(weight 1\)\n {13}published: praise, 9\d % sure\n/,
  );
  assert.match(out, /\n {3}quoted {4}under Staff/);
  assert.doesNotMatch(out, /Editors|editors/);
});

test('a review shows what editors say, and what became of what was found', (t) => {
  const { out } = run(t, ['--review', 'kind-2']);
  assert.match(out, /\nEditors say: staff: none, so it is not published; fees: criticism\.\n/);
  assert.match(out, /staff, by “staff” \(weight 1\)\n {13}editors: none, so it is not published\n/);
  assert.match(out, /editors: criticism\n {13}published: criticism, 100 % sure\n/);
});

test('a review shows what is about somebody else and may not be quoted', (t) => {
  const { out } = run(t, ['--review', 'rude-3']);
  assert.match(out, /\nEditors say: staff: about somebody else; never quote it\.\n/);
  assert.match(out, /published: about somebody else\n {13}not quoted: /);
});

test('of a review in another language only the word of editors is shown', (t) => {
  const { out } = run(t, ['--review', 'spanish-4']);
  assert.match(out, /\nIts language \(es\) is not analysed\.\n/);
  assert.match(
    out,
    /\nPut by editors, where nothing was found:\n {3}staff: praise, with the whole text\n$/,
  );
});

test('a review that is not published is read as well', (t) => {
  const { out } = run(t, ['--review', 'pending-5']);
  assert.match(out, /\nIt is pending, and so not published\.\n/);
  assert.match(out, /not quoted: the review is pending\n/);
});

test('the mentions of an aspect stand in columns, newest first, with the counts below', (t) => {
  const { code, out } = run(t, ['--aspect', 'staff']);
  assert.equal(code, 0);
  const lines = out.split('\n');
  assert.match(lines[0] ?? '', /^DATE +REVIEW +STARS +SAYS +SURE +ABOUT +TERMS +WORDS$/);
  assert.deepEqual(
    lines.slice(1, 4).map((line) => line.split(/ {2,}/)),
    [
      ['2026-10-04', 'spanish-4', '5', 'praise', 'editors', 'business', '-', 'Muy amables.'],
      ['2026-10-03', 'rude-3', '5', 'no side', 'editors', 'others', 'rude', RUDE],
      [
        ...[
          '2026-10-01',
          'kind-1',
          '5',
          'praise',
          lines[3]?.match(/\d+ %/)?.[0],
          'business',
          'staff',
        ],
        'The staff were wonderful and kind!',
      ],
    ],
  );
  assert.equal(
    out.split('\n\n')[1],
    'Staff (staff): 2 mentions in 2 reviews: 2 praise, 0 criticise, 0 take no side; not counted: 1 about somebody else.\n',
  );
});

test('programs get JSON', (t) => {
  const read = JSON.parse(run(t, ['--review', 'kind-2', '--json']).out);
  assert.deepEqual(read.editors, { aspects: { staff: 'none', fees: 'negative' } });
  const [first] = read.clauses;
  assert.equal(KIND.slice(first.start, first.end), first.text);
  assert.deepEqual(first.aspects, [{ id: 'staff', weight: 1, terms: ['staff'], editors: 'none' }]);
  const listed = JSON.parse(run(t, ['--aspect', 'staff', '--json']).out);
  assert.deepEqual(listed.counts, {
    reviews: 2,
    positive: 2,
    neutral: 0,
    negative: 0,
    mixed: 0,
    other: 1,
  });
  assert.deepEqual(
    listed.mentions.map(({ reviewId }: { reviewId: string }) => reviewId),
    ['spanish-4', 'rude-3', 'kind-1'],
  );
});

test('an unknown id is refused with the one that is near', (t) => {
  const review = run(t, ['--review', 'kind-11']);
  assert.equal(review.code, 2);
  assert.match(
    review.told[0] ?? '',
    /^No review has the id "kind-11" \(did you mean "kind-1"\?\)\.\nUsage: /,
  );
  const aspect = run(t, ['--aspect', 'stuff']);
  assert.equal(aspect.code, 2);
  assert.match(
    aspect.told[0] ?? '',
    /^No aspect has the id "stuff" \(did you mean "staff"\?\)\. There are staff, fees\.\nUsage: /,
  );
});

test('content with errors is told with its places', (t) => {
  const broken = {
    ...FILES,
    ...review('kind-1', '2026-10-01', KIND, { aspects: '{ staff: nome }' }),
  };
  const { code, out, told } = run(t, ['--review', 'kind-1'], broken);
  assert.deepEqual([code, out], [1, '']);
  assert.match(told[0] ?? '', /^reviews\/kind-1\.md:8:19 error aspects\.staff: must be one of /);
});

for (const args of [[], ['--review', 'a', '--aspect', 'b'], ['--reviews', 'a']]) {
  test(`is refused: ${args.join(' ') || 'nothing'}`, () => {
    assert.throws(() => parseOptions(args), isUsageError);
  });
}
