import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

const SCRIPT = 'scripts/check-content.ts';
const GOOD = { 'business.yaml': BUSINESS, 'reviews/2026/10/a.md': reviewText() };
/** What is told of the aspects where no file names them. */
const ASSUMED =
  'There is no aspects.yaml, so the aspects are those of the list general. "use: general" in aspects.yaml keeps it; there are law, health, hospitality, home-services, retail too.\n';

const WARNED = { ...GOOD, 'servcies.yaml': '' };
const BROKEN = { ...WARNED, 'reviews/2026/10/b.md': reviewText({ id: 'review-2', rating: '7' }) };

const WARNING =
  'content/servcies.yaml:1:1 warning is not read: no such content file (did you mean "services.yaml"?)';
const ERROR = 'content/reviews/2026/10/b.md:5:9 error rating: must be at most 5 (got 7)';

const inside = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text]));

/** What is told first, on standard error: which folder of a working folder is checked. */
const told = (cwd: string) => `Content folder: ${cwd}/content\n`;

test('good content exits 0 with counts', (t) => {
  const cwd = createContentFolder(t, inside(GOOD));
  assert.deepEqual(runScript(SCRIPT, [], cwd), {
    status: 0,
    stdout: `${ASSUMED}1 review, 1 published; no warnings\n`,
    stderr: told(cwd),
  });
});

test('warnings are printed, and exit 0', (t) => {
  const cwd = createContentFolder(t, inside(WARNED));
  assert.deepEqual(runScript(SCRIPT, ['content'], cwd), {
    status: 0,
    stdout: `${WARNING}\n${ASSUMED}1 review, 1 published; 1 warning\n`,
    stderr: told(cwd),
  });
});

test('terms that editors wrote in vain are warnings, with their lines', (t) => {
  const reviews = Array.from({ length: 20 }, (_, index) => [
    `reviews/2026/10/${index}.md`,
    reviewText({ id: `other-${index}` }),
  ]);
  const aspects =
    'use: law\naspects:\n  - id: staff\n    terms:\n      add:\n        - stable boy\n';
  const cwd = createContentFolder(
    t,
    inside({ ...GOOD, ...Object.fromEntries(reviews), 'aspects.yaml': aspects }),
  );
  const { status, stdout } = runScript(SCRIPT, [], cwd);
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^content\/aspects\.yaml:6:11 warning terms: "stable boy" stands in none of the 21 reviews; .*\nThe aspects are those of the list law; 1 of its \d+ terms stand in the 21 reviews, most often "kept informed" in 100 %\.\n21 reviews, 21 published; 1 warning\n$/,
  );
});

test('errors are printed, and exit 1', (t) => {
  const cwd = createContentFolder(t, inside(BROKEN));
  assert.deepEqual(runScript(SCRIPT, ['--content', 'content'], cwd), {
    status: 1,
    stdout: `${ERROR}\n${WARNING}\n1 error, 1 warning in 2 files; nothing is published until the errors are gone\n`,
    stderr: told(cwd),
  });
});

test('a date in the future is an error', (t) => {
  const changes = { datePublished: '9998-12-31', verification: '{ status: pending }' };
  const files = { ...GOOD, 'reviews/2026/10/a.md': reviewText(changes) };
  const { status, stdout } = runScript(SCRIPT, [], createContentFolder(t, inside(files)));
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^content\/reviews\/2026\/10\/a\.md:4:16 error datePublished: 9998-12-31 is later than tomorrow, \d{4}-\d{2}-\d{2}; correct it\n1 error in 1 file; /,
  );
});

test('json is alone on standard output', (t) => {
  const cwd = createContentFolder(t, inside(BROKEN));
  const { status, stdout, stderr } = runScript(SCRIPT, ['--format', 'json'], cwd);
  assert.equal(status, 1);
  assert.equal(JSON.parse(stdout).length, 2);
  assert.ok(stderr.startsWith(`${told(cwd)}1 error, 1 warning in 2 files;`), stderr);
});

test('a folder elsewhere is named by its whole path', (t) => {
  const folder = createContentFolder(t, BROKEN);
  const { stdout } = runScript(SCRIPT, [folder], createFolder(t));
  assert.ok(stdout.startsWith(`${folder}/reviews/2026/10/b.md:5:9 error `));
});

test('the working folder may be the content folder', (t) => {
  const { stdout } = runScript(SCRIPT, ['.'], createContentFolder(t, BROKEN));
  assert.match(stdout, /^\.\/reviews\/2026\/10\/b\.md:5:9 error /);
});

test('a missing folder is an error, not a stack', (t) => {
  const cwd = createFolder(t);
  const { status, stdout, stderr } = runScript(SCRIPT, ['nowhere'], cwd);
  assert.deepEqual([status, stderr], [1, `Content folder: ${cwd}/nowhere\n`]);
  assert.match(
    stdout,
    /^The content folder nowhere does not exist; name the folder that holds business\.yaml \(--content or CONTENT_DIR\)\.\n1 error; /,
  );
});

for (const args of [
  ['a', 'b'],
  ['a', '--content', 'b'],
  ['--format', 'xml'],
]) {
  test(`[${args.join(' ')}] is wrong usage and exits 2`, (t) => {
    const { status, stdout, stderr } = runScript(SCRIPT, args, createFolder(t));
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /\nUsage: npm run check:content /);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

test('a reader that closes the pipe early is no failure', (t) => {
  const folder = createContentFolder(t, {
    'business.yaml': BUSINESS,
    ...Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}.md`, ''])),
  });
  const { stderr } = spawnSync(
    'sh',
    ['-c', `"$0" "$1" "$2" | head -n 1`, process.execPath, `${REPOSITORY}${SCRIPT}`, folder],
    { encoding: 'utf8' },
  );
  assert.equal(stderr, `Content folder: ${folder}\n`);
});
