import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { formatProblem, problemAt, warningAt } from '#dataset/content-problem.ts';
import { checkTerms } from '../../../scripts/check/check-terms.ts';
import {
  formatCounts,
  formatFailure,
  formatProblems,
} from '../../../scripts/check/format-problems.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

const SCRIPT = 'scripts/check/check-content.ts';
const WARNED = {
  'content/business.yaml': BUSINESS,
  'content/reviews/2026/10/a.md': reviewText(),
  'content/servcies.yaml': '',
};
const BROKEN = {
  ...WARNED,
  'content/reviews/2026/10/b.md': reviewText({ id: 'review-2', rating: '7' }),
  'content/reviews/2026/10/c.md': reviewText({
    ...{ id: 'review-3', datePublished: '9998-12-31', verification: '{ status: pending }' },
  }),
};
const WARNING =
  'content/servcies.yaml:1:1 warning is not read: no such content file (did you mean "services.yaml"?)\n';
/** Where keys are described. */
const KEYS =
  'Every key, with an example: site/docs/content.md, or /docs/content/ of the service.\n';
/** What is said of the aspects where no file names them. */
const ASSUMED =
  'There is no aspects.yaml, so the aspects come from the list general. "use: general" in aspects.yaml keeps it; other lists: law, health, hospitality, home-services, retail.';

test('warnings exit 0 with counts, which folder is checked is on standard error', (t) => {
  const cwd = createContentFolder(t, WARNED);
  assert.deepEqual(runScript(SCRIPT, [], cwd), {
    status: 0,
    stdout: `${WARNING}${ASSUMED}\n${KEYS}1 review, 1 published; 1 warning\n`,
    stderr: `Content folder: ${cwd}/content\n`,
  });
});

test('errors exit 1 with their places, as text or JSON alone on standard output', (t) => {
  const cwd = createContentFolder(t, BROKEN);
  const counts = `${KEYS}2 errors, 1 warning in 3 files; nothing is published until the errors are corrected\n`;
  const text = runScript(SCRIPT, ['--content', 'content'], cwd);
  assert.equal(text.status, 1);
  const [rating, date, warning, ...rest] = text.stdout.split('\n');
  assert.equal(
    rating,
    'content/reviews/2026/10/b.md:5:9 error rating: must be at most 5 (got 7); write a value such as "rating: 5"',
  );
  assert.match(date ?? '', /c\.md:4:16 error datePublished: 9998-12-31 is later than tomorrow, /);
  assert.deepEqual([`${warning}\n`, rest.join('\n')], [WARNING, counts]);
  const json = runScript(SCRIPT, ['--format', 'json'], cwd);
  assert.equal(json.status, 1);
  assert.equal(JSON.parse(json.stdout).length, 3);
  assert.equal(json.stderr, `Content folder: ${cwd}/content\n${counts}`);
});

test('a folder is named as seen from the working folder, or by its whole path', (t) => {
  const folder = join(createContentFolder(t, BROKEN), 'content');
  for (const [cwd, arg, shown] of [
    [createFolder(t), folder, folder],
    [folder, '.', '.'],
  ] as const) {
    const { stdout } = runScript(SCRIPT, [arg], cwd);
    assert.ok(stdout.startsWith(`${shown}/reviews/2026/10/b.md:5:9 error `), stdout);
  }
});

test('a missing folder is an error, not a stack', (t) => {
  const cwd = createFolder(t);
  const { status, stdout, stderr } = runScript(SCRIPT, ['nowhere'], cwd);
  assert.deepEqual([status, stderr], [1, `Content folder: ${cwd}/nowhere\n`]);
  assert.match(
    stdout,
    /^The content folder nowhere does not exist; name the folder that contains business\.yaml \(--content or CONTENT_DIR\)\.\nEvery key.*\n1 error; /,
  );
});

for (const args of [
  ['a', '--content', 'b'],
  ['--format', 'xml'],
]) {
  test(`[${args.join(' ')}] is wrong usage and exits 2`, (t) => {
    const { status, stdout, stderr } = runScript(SCRIPT, args, createFolder(t));
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^check:content: .*\nUsage:\n {2}npm run check:content -- /);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

test('a reader that closes the pipe early is no failure', (t) => {
  const others = Array.from({ length: 3000 }, (_, index) => [`x${index}.md`, '']);
  const folder = createContentFolder(t, {
    'business.yaml': BUSINESS,
    ...Object.fromEntries(others),
  });
  const command = ['-c', `"$0" "$1" "$2" | head -n 1`, process.execPath, REPOSITORY + SCRIPT];
  const { stderr } = spawnSync('sh', [...command, folder], { encoding: 'utf8' });
  assert.equal(stderr, `Content folder: ${folder}\n`);
});

const error = problemAt('a,b:50%.md', { line: 3, column: 9 }, 'holds "50%":\r\nthat, is wrong');
const warning = warningAt('a.md', { line: 1, column: 1 }, 'is not read');
const missing = problemAt('.', { line: 1, column: 1 }, 'the content folder is missing');

test('problems are printed as commands of GitHub, with all escaped that would end one early, or as JSON', () => {
  assert.equal(
    formatProblems('github', [error, warning, missing], 'content/'),
    '::error file=content/a%2Cb%3A50%25.md,line=3,col=9,title=Content error::holds "50%25":%0D%0Athat, is wrong\n::warning file=content/a.md,line=1,col=1,title=Content warning::is not read\n::error title=Content error::the content folder is missing\n',
  );
  assert.deepEqual(JSON.parse(formatProblems('json', [warning, missing], 'content/')), [
    { ...warning, file: 'content/a.md' },
    { ...missing, file: 'content' },
  ]);
});

test('counts say what is published; a failure counts errors, warnings and files', () => {
  const reviews = [storedReview(), storedReview({ verification: { status: 'pending' } })];
  const many = Array(12_345).fill(storedReview());
  for (const [of, counts] of [
    [reviews, '2 reviews, 1 published; no warnings'],
    [many, '12,345 reviews, 12,345 published; no warnings'],
  ] as const) {
    assert.equal(formatCounts({ content: contentOf({ reviews: of }), warnings: [] }), counts);
  }
  const rest = 'nothing is published until the errors are corrected';
  assert.equal(formatFailure([error]), `1 error in 1 file; ${rest}`);
  assert.equal(formatFailure([missing]), `1 error; ${rest}`);
});

/** What is said of these aspects and of reviews with these texts. */
function remarksOn(aspects: string | undefined, texts: readonly string[], changes = {}) {
  const reviews = texts.map((text, index) => [
    `reviews/${index}.md`,
    reviewText({ id: `review-${index}`, ...changes }, text),
  ]);
  const files = {
    'business.yaml': BUSINESS,
    ...(aspects !== undefined && { 'aspects.yaml': aspects }),
    ...Object.fromEntries(reviews),
  };
  const { warnings, remark } = checkTerms(checkContent(filesOf(files)));
  return { warnings: warnings.map((problem) => formatProblem(problem)), remark };
}

const OWN = `- id: parking
  name: Parking
  description: Where to leave the car.
  terms:
    - parking
    - { term: lot, weight: 0.5 }
    - garage
`;
const FILLED = [...Array.from({ length: 18 }, () => 'We met in May.'), 'A garage.', 'The lots.'];

test('of enough reviews, terms that stand in none, or in more than a tenth, are named', () => {
  assert.deepEqual(remarksOn(OWN, FILLED), {
    warnings: [
      'aspects.yaml:5:7 warning terms: "parking" occurs in none of the 20 reviews; correct it or delete it',
    ],
    remark: undefined,
  });
  const twice = [...FILLED.slice(0, 17), 'Parking.', 'Garage, garage.', 'Lot.'];
  assert.deepEqual(remarksOn(OWN, twice).warnings, []);
  const thrice = [...FILLED.slice(0, 15), 'Parking.', 'Lot.', 'Garage.', 'A garage.', 'Garages!'];
  assert.deepEqual(remarksOn(OWN, thrice).warnings, [
    'aspects.yaml:7:7 warning terms: "garage" occurs in 15 % of the reviews; unless all of these are about parking, use a more specific term, or give it a weight below 1',
  ]);
  assert.deepEqual(remarksOn(OWN, FILLED.slice(1)).warnings, []);
  for (const change of [{ inLanguage: 'es' }, { verification: '{ status: pending }' }]) {
    assert.deepEqual(remarksOn(OWN, FILLED, change).warnings, []);
  }
});

test('of a list of the program the number of its terms is stated, and the common ones', () => {
  const texts = [...FILLED.slice(0, 17), 'A refund.', 'Our refunds.', 'Refunded.'];
  const { warnings, remark } = remarksOn('use: retail', texts);
  assert.deepEqual(warnings, []);
  assert.match(
    remark ?? '',
    /^The aspects come from the list retail; 1 of its \d{3} terms occur in the 20 reviews, most often "refund" in 15 %\.$/,
  );
  assert.equal(remarksOn(undefined, []).remark, ASSUMED);
  const added = 'use: law\naspects:\n  - id: staff\n    terms:\n      add:\n        - stable boy\n';
  assert.match(
    remarksOn(added, FILLED).warnings.join(),
    /^aspects\.yaml:6:11 warning .*"stable boy"/,
  );
});
