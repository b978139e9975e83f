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

for (const [what, id, ...shown] of [
  [
    'clause by clause, with what was found by which terms and where it is quoted',
    'kind-1',
    /^Review kind-1: 5 stars, 2026-10-01, by Jane D\.\nOverall, it is positive \(score /,
    /\n1\. “The staff were wonderful and kind!”\n {3}about {5}the business\n {3}says {6}praise, 9\d % sure \(score \d\.\d\d\)\n {3}aspect {4}staff, by “staff” \(weight 1\)\n {13}published: praise, 9\d % sure\n/,
    /\n {3}quoted {4}under Staff/,
  ],
  [
    'with what editors say, and what became of what was found',
    'kind-2',
    /\nEditors say: staff: none, so it is not published; fees: criticism\.\n/,
    /staff, by “staff” \(weight 1\)\n {13}editors: none, so it is not published\n/,
    /editors: criticism\n {13}published: criticism, 100 % sure\n/,
  ],
  [
    'with what is about someone else and may not be quoted',
    'rude-3',
    /\nEditors say: staff: about someone else; never quote it\.\n/,
    /published: about someone else\n {13}not quoted: /,
  ],
  [
    'in another language with the word of editors alone',
    'spanish-4',
    /\nIts language \(es\) is not analyzed\.\n/,
    /\nAdded by editors, without a matching clause:\n {3}staff: praise, with the whole text\n$/,
  ],
  [
    'though it is not published',
    'pending-5',
    /\nIt is pending, and so not published\.\n/,
    /not quoted: the review is pending\n/,
  ],
] as const) {
  test(`a review is shown ${what}`, (t) => {
    const { code, out, told } = run(t, ['--review', id]);
    assert.deepEqual([code, told], [0, []]);
    for (const each of shown) assert.match(out, each);
    if (id === 'kind-1') assert.doesNotMatch(out, /[Ee]ditors/);
  });
}

test('a review is shown with the people whom clauses praise or criticize, of those whom editors list', (t) => {
  const technicians = `
- { id: linda-ortiz, name: Linda Ortiz, jobTitle: Paralegal }
- { id: omar-haddad, name: Omar Haddad, jobTitle: Paralegal }
`;
  const body = 'I love Linda Ortiz. Omar Haddad was rude.';
  const peopleIn = (changes = {}) => {
    const files = {
      'technicians.yaml': technicians,
      ...review('named', '2026-10-05', body, { rating: '3', ...changes }),
    };
    const { out } = run(t, ['--review', 'named'], { ...FILES, ...files });
    return [...out.matchAll(/^ {3}people {4}(.*)$/gm)].map(([, ids]) => ids);
  };
  assert.deepEqual(peopleIn(), ['linda-ortiz', 'omar-haddad']);
  assert.deepEqual(peopleIn({ technicians: '[linda-ortiz]' }), ['linda-ortiz']);
});

test('the mentions of an aspect stand in columns, newest first, with the counts below', (t) => {
  const { code, out } = run(t, ['--aspect', 'staff']);
  assert.equal(code, 0);
  const lines = out.split('\n');
  assert.match(lines[0] ?? '', /^DATE +REVIEW +STARS +SAYS +SURE +ABOUT +TERMS +WORDS$/);
  const [spanish, rude, kind] = lines.slice(1, 4).map((line) => line.split(/ {2,}/));
  const head = ['2026-10-04', 'spanish-4', '5', 'praise', 'editors', 'business', '-'];
  assert.deepEqual(spanish, [...head, 'Muy amables.']);
  const others = ['2026-10-03', 'rude-3', '5', 'neutral', 'editors', 'others', 'rude', RUDE];
  assert.deepEqual(rude, others);
  assert.match(
    kind?.join(' ') ?? '',
    /^2026-10-01 kind-1 5 praise 9\d % business staff The staff were wonderful and kind!$/,
  );
  assert.equal(
    out.split('\n\n')[1],
    'Staff (staff): 2 mentions in 2 reviews: 2 praise, 0 criticize, 0 neutral; not counted: 1 about someone else.\n',
  );
});

test('programs get JSON', (t) => {
  const read = JSON.parse(run(t, ['--review', 'kind-2', '--json']).out);
  assert.deepEqual(read.editors, { aspects: { staff: 'none', fees: 'negative' } });
  const [first] = read.clauses;
  assert.equal(KIND.slice(first.start, first.end), first.text);
  assert.deepEqual(first.aspects, [{ id: 'staff', weight: 1, terms: ['staff'], editors: 'none' }]);
  const listed = JSON.parse(run(t, ['--aspect', 'staff', '--json']).out);
  const sides = { positive: 2, neutral: 0, negative: 0, mixed: 0 };
  assert.deepEqual(listed.counts, { reviews: 2, ...sides, other: 1 });
  assert.deepEqual(
    listed.mentions.map(({ reviewId }: { reviewId: string }) => reviewId),
    ['spanish-4', 'rude-3', 'kind-1'],
  );
});

test('an unknown id is refused with the one that is near, and content with errors with its places', (t) => {
  const wrong = review('kind-1', '2026-10-01', KIND, { aspects: '{ staff: nome }' });
  for (const [args, changes, status, message] of [
    [
      ['--review', 'kind-11'],
      {},
      2,
      /^No review has the id "kind-11" \(did you mean "kind-1"\?\)\.\nUsage: /,
    ],
    [
      ['--aspect', 'stuff'],
      {},
      2,
      /^No aspect has the id "stuff" \(did you mean "staff"\?\)\. There are staff, fees\.\nUsage: /,
    ],
    [
      ['--review', 'kind-1'],
      wrong,
      1,
      /^reviews\/kind-1\.md:8:19 error aspects\.staff: must be one of /,
    ],
  ] as const) {
    const { code, out, told } = run(t, args, { ...FILES, ...changes });
    assert.deepEqual([code, out], [status, '']);
    assert.match(told[0] ?? '', message);
  }
});

for (const args of [[], ['--review', 'a', '--aspect', 'b'], ['--reviews', 'a']]) {
  test(`is refused: ${args.join(' ') || 'nothing'}`, () => {
    assert.throws(() => parseOptions(args), isUsageError);
  });
}
