import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reviewIdOf } from '../../../../scripts/import/plan/decide-review.ts';
import { atLength } from '../../../support/at-length.ts';
import { BUSINESS, createFolder, type Folder } from './run-in-folder.ts';

const HEADER = 'author,rating,date,text\n';
const TEXT = 'I am 52 and sat there for an hour before anybody came to see me.';
const SECRET_PART = 'I am 52 and';

const csv = (folder: Folder, rows: string, ...args: string[]) =>
  folder.csv(rows, ...(args.includes('--source') ? [] : ['--source', 'Place']), ...args);

const importRows = (folder: Folder, ...rows: string[]) =>
  csv(folder, `${HEADER}${rows.join('\n')}\n`, '--verified');

/** The same, of rows that share a name: that it is one of reviewers has to be said. */
const importNamesakes = (folder: Folder, ...rows: string[]) =>
  csv(
    folder,
    `${HEADER}${rows.join('\n')}\n`,
    ...[
      '--map',
      folder.write('map.yaml', 'author: author\nrating: rating\ndate: date\ntext: text\n'),
    ],
  );

const reviewFiles = (folder: Folder): [string, string][] =>
  [...folder.files()].filter(([name]) => name.endsWith('.md'));

/** Changes the only review. Returns its file. */
function edit(folder: Folder, from: string | RegExp, to: string): string {
  const [[name, text] = ['', '']] = reviewFiles(folder);
  const edited = text.replace(from, to);
  assert.notEqual(edited, text);
  writeFileSync(join(folder.content, name), edited);
  return name;
}

const redact = (folder: Folder) => edit(folder, SECRET_PART, '[removed]');

function assertRedacted(folder: Folder): void {
  for (const [name, text] of reviewFiles(folder)) assert.ok(!text.includes(SECRET_PART), name);
}

/** Takes all reviews down, as README.md says. */
function takeDown(folder: Folder): void {
  const entries = folder.load().reviews.map(({ id }) => {
    return `- { id: ${id}, dateRemoved: 2026-10-06, reason: author-request }\n`;
  });
  for (const [name] of reviewFiles(folder)) rmSync(join(folder.content, name));
  folder.write('content/removed.yaml', entries.join(''));
}

test('ids of reviews without an id at their source never change', async (t) => {
  const folder = createFolder(t);
  await importRows(
    folder,
    `Dana\u200f Katz,5,2026-01-01,Good`,
    `Olaf Tarn,4,2026-01-02,Fi\u200bne and\u0007 kind\u2060.`,
    `Petra \u2067Vale\u2069,3,2026-01-03,(Translated by Google) Fine (Original) Gut`,
  );
  const ids = folder.load().reviews.map(({ id, datePublished }) => [datePublished, id]);
  // By the version that was the first to import.
  assert.deepEqual(Object.fromEntries(ids), {
    '2026-01-01': 'place-4421de96f66a',
    '2026-01-02': 'place-35e3d804e0e3',
    '2026-01-03': 'place-f1bf7f95ce6a',
  });
  assert.equal(reviewIdOf('Złote Ærlig', 'r1'), 'z-ote-rlig-82f3e9c695dc');
});

test('of a source without ids, what changes one of author, date and text brings nothing back', async (t) => {
  for (const [row, found] of [
    [`Anna Smith,4,2026-03-03,"${TEXT}"`, 'author and text'],
    [`Anna Miller,4,2026-03-01,"${TEXT}"`, 'date and text'],
    [`anonymous,4,2026-03-01,"${TEXT}"`, 'date and text'],
    [`Anna Smith,4,2026-03-01,"${TEXT} Bad!"`, 'author, date and similar text'],
    [`Anna Smith,4,2026-03-01,"${SECRET_PART} angry."`, 'author and date'],
  ] as const) {
    const folder = createFolder(t);
    await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`);
    const name = redact(folder);
    const { out } = await importRows(folder, row);
    assert.match(out, /added +0\n/, row);
    assert.ok(out.includes(`Taken for new versions of:\n  ${name}: line 2, by ${found}\n`), out);
    assertRedacted(folder);
    const again = await importRows(folder, row);
    assert.match(again.out, /added +0\n.*changed +0\n/);
    assert.doesNotMatch(again.out, /Taken/);
  }
});

test('after a new time zone nothing is added, and dates follow', async (t) => {
  const folder = createFolder(t);
  const row = `Anna Smith,4,2026-03-02T02:00:00Z,"${TEXT}"`;
  folder.write('content/business.yaml', BUSINESS.replace('America/Chicago', 'UTC'));
  await importRows(folder, row);
  redact(folder);
  folder.write('content/business.yaml', BUSINESS);
  const { out } = await importRows(folder, row);
  assert.match(out, /added +0\n.*changed +1\n/);
  assert.match(out, /datePublished "2026-03-02" -> "2026-03-01"/);
  assertRedacted(folder);
});

test('rows that may be one review or another are left out', async (t) => {
  const folder = createFolder(t);
  await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`);
  const name = redact(folder);
  const rows = ['Anna Smith,4,2026-03-01,I am 52.', 'Anna Smith,1,2026-03-01,They lost the file.'];
  for (const order of [rows, rows.toReversed()]) {
    const { out } = await importRows(folder, ...order);
    assert.match(out, /added +0\n.*changed +0\n.*skipped +2\n/s);
    assert.ok(
      out.includes(`line 3: may be a new version of ${name} (author and date), or another`),
    );
  }
});

test('a review that was taken down stays away, though its source changes it or its id', async (t) => {
  for (const row of [`Anna Smith,4,2026-03-01,"Bad!"`, `Anna Miller,4,2026-03-01,"${TEXT}"`]) {
    const folder = createFolder(t);
    await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`);
    takeDown(folder);
    const { out } = await importRows(folder, row, 'Olaf Tarn,4,2026-03-01,Fine.');
    assert.match(out, /added +1\n/);
    assert.match(out, /line 2: is, by .*, place-[0-9a-f]{12}, which is in removed\.yaml/);
    // A second change, from there on.
    const next = row.replace('2026-03-01', '2026-03-03').replace('4,', '1,');
    assert.match((await importRows(folder, next)).out, /added +0\n/, next);
  }
  const folder = createFolder(t);
  await csv(folder, `id,${HEADER}a1,Anna Smith,4,2026-03-01,Fine.\n`);
  edit(folder, /^id: .*$/m, 'id: anna');
  await csv(folder, `id,${HEADER}a1,Anna Smith,4,2026-03-01,Fine.\n`);
  takeDown(folder);
  const { out } = await csv(folder, `id,${HEADER}a1,Anna Smith,4,2026-03-02,Good.\n`);
  assert.match(out, /added +0\n/);
});

test('under another name of their source, what editors took out stays away', async (t) => {
  const row = `Anna Smith,4,2026-03-01,"${TEXT}"`;
  for (const next of [row, row.replace('to see me', 'for me'), 'Anna Smith,1,2026-03-01,Bad.']) {
    for (const hide of [redact, takeDown]) {
      const folder = createFolder(t);
      await importRows(folder, row);
      hide(folder);
      const { out } = await csv(
        folder,
        `${HEADER}${next}\n`,
        '--verified',
        '--source',
        'place.com',
      );
      assert.match(out, /added +0\n.*changed +0\n.*unchanged +0\n.*skipped +1\n/s, next);
      assertRedacted(folder);
    }
  }
});

test('a review whose file was deleted without a word returns as pending, and that is reported', async (t) => {
  for (const next of [`Anna Smith,4,2026-03-02,"${TEXT}"`, 'Anna Smith,1,2026-03-01,Bad.']) {
    const folder = createFolder(t);
    await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`);
    for (const [name] of reviewFiles(folder)) rmSync(join(folder.content, name));
    const { out } = await importRows(folder, next, 'Olaf Tarn,4,2026-03-01,Fine.');
    assert.match(out, /added +2\n/);
    assert.match(
      out,
      /\nDeleted since an earlier import, so pending, .* --reason R:\n {2}reviews\/\S+ \(line 2\)(?:\n\n|$)/,
    );
    const statuses = folder.load().reviews.map(({ author, verification }) => {
      return [author.name, verification.status];
    });
    assert.deepEqual(Object.fromEntries(statuses), { 'Anna S.': 'pending', 'Olaf T.': 'verified' });
  }
});

test('of very many reviews of one name and day, the one that changed is found', async (t) => {
  const folder = createFolder(t);
  const rows = Array.from(
    { length: 150 },
    (_, at) => `Verified Customer,4,2026-03-01,"${TEXT} That was the visit ${at} of ${at * at}."`,
  );
  await importNamesakes(folder, ...rows);
  const [first = '', ...others] = rows;
  const { out } = await importNamesakes(folder, first.replace('an hour', 'two hours'), ...others);
  assert.match(out, /added +0\n.*changed +1\n/);
});

/** Far more than are compared with each other. */
const MANY = atLength(1_500, 300);

test('where all of very many changed, none is added beside what it was', {
  timeout: 60_000,
}, async (t) => {
  const folder = createFolder(t);
  const rows = (word: string) =>
    Array.from(
      { length: MANY },
      (_, at) => `Verified Customer,4,2026-03-01,"${TEXT} ${word}${at}"`,
    );
  await importNamesakes(folder, ...rows('first'));
  const { out } = await importNamesakes(folder, ...rows('second'));
  assert.match(out, new RegExp(`added +0\n[^]*skipped +${MANY}\n`));
  assert.match(out, /line 2: has the name and the date of more than 100 reviews, and may be/);
});

test('a review of the same person and day at another platform is another', async (t) => {
  const folder = createFolder(t);
  await csv(folder, `id,${HEADER}g1,Anna Smith,5,2026-03-01,"${TEXT}"\n`, '--verified');
  redact(folder);
  const other = `id,${HEADER}t9,Anna Smith,2,2026-03-01,Parking was a mess.\n`;
  const { out } = await csv(folder, other, '--source', 'Trustpilot');
  assert.match(out, /added +1\n/);
});

test('two people of one short name are two, and no guess inherits that a text is verified', async (t) => {
  const folder = createFolder(t);
  await importRows(folder, 'Anna Smith,5,2026-03-01,They won my case.');
  const name = reviewFiles(folder)[0]?.[0] ?? '';
  const { out } = await csv(folder, `${HEADER}Anna Sanders,1,2026-03-01,Never again.\n`);
  assert.match(out, /added +1\n.*changed +0\n/);
  assert.match(folder.files().get(name) ?? '', /rating: 5\n[\s\S]*\nThey won my case\.\n$/);
  const guessed = await csv(folder, `${HEADER}Anna Smith,1,2026-03-01,Never again!\n`);
  assert.match(
    guessed.out,
    /Taken for new versions of:\n.*; pending until you verify its new text\n/,
  );
  assert.match(folder.files().get(name) ?? '', /verification: \{ status: pending \}/);
});

test('a source that begins to have ids, or loses them, has the same reviews', async (t) => {
  const folder = createFolder(t);
  await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`);
  redact(folder);
  await csv(folder, `id,${HEADER}a1,Anna Smith,4,2026-03-01,"${TEXT}"\n`);
  const renamed = await csv(folder, `id,${HEADER}a1,Anna Miller,1,2026-03-04,"${TEXT}"\n`);
  assert.match(renamed.out, /added +0\n.*changed +1\n/);
  const { out } = await importRows(folder, `Anna Miller,4,2026-03-04,"${TEXT}"`);
  assert.match(out, /added +0\n.*changed +1\n/);
  assertRedacted(folder);
});

test('what imports have seen is private, and written alike each time', async (t) => {
  const folder = createFolder(t);
  await importRows(folder, `Anna Smith,4,2026-03-01,"${TEXT}"`, 'anonymous,5,2026-03-02,');
  const seen = readFileSync(join(folder.content, '.import/seen'), 'utf8');
  assert.match(
    seen,
    /^(?:place-[0-9a-f]{12} [a-z]{10} - (?:[a-z]{10}|-) [a-z]{10} - (?:[a-z]{10}|-)\n){2}$/,
  );
  await importRows(folder, 'anonymous,5,2026-03-02,', `Anna Smith,4,2026-03-01,"${TEXT}"`);
  assert.equal(readFileSync(join(folder.content, '.import/seen'), 'utf8'), seen);
});
