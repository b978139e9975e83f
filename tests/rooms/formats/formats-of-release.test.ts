import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FORMATS, type Format } from '#formats/formats.ts';
import {
  FORMATS_FOLDER,
  Formats,
  MAX_WAITING_FOR_FORMATS,
} from '../../../sidecar/formats/formats.ts';
import { Pool } from '../../../sidecar/pool/pool.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const MANY = Object.assign(
  {},
  ...Array.from({ length: 400 }, (_, index) =>
    sampleReview(`many-${index}`, '2026-03-01', {}, `Number ${index}: they kept me informed.`),
  ),
);
const SECRET = sampleReview('review-secret', '2026-02-01', {}, 'They brewed me a Zaubertrank.');
const WITH = await makeRelease({ ...SAMPLE_CONTENT, ...MANY, ...SECRET });
const WITHOUT = await makeRelease({ ...SAMPLE_CONTENT, ...MANY }, { previous: WITH.manifest });
const FAQ = `- { id: fees, question: Was it dear?, answer: No., evidence: [many-1], dateModified: 2026-12-31 }\n`;
/** The same reviews beside a newer answer, which dates reviews.json. */
const ANSWERED = await makeRelease(
  { ...SAMPLE_CONTENT, ...MANY, 'faq.yaml': FAQ },
  { previous: WITHOUT.manifest },
);

const formatAt = (path: string): Format =>
  FORMATS.find((one) => one.path === path) ?? assert.fail(path);
const CSV = formatAt('/reviews.csv');

async function create(t: TestContext, release: Release = WITH.release, stateDir = createFolder(t)) {
  const folder = join(stateDir, FORMATS_FOLDER);
  const current = new CurrentRelease();
  current.swap(release);
  const supervised = createSupervised();
  const { supervisor } = supervised;
  const pool = new Pool({ supervisor });
  const formats = new Formats({ supervisor, current, stateDir, pool });
  atEnd(t, () => pool.close());
  atEnd(t, () => formats.close());
  const files = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  /** The text of a format as it would be sent. */
  const read = async (format: Format) => {
    const { served } = await formats.get(format);
    return readFileSync(served.identity.body ?? '', 'utf8');
  };
  return { formats, folder, current, files, read, ...supervised };
}

test('nothing is made before it is asked for, and then once for all who ask', async (t) => {
  const { formats, files } = await create(t);
  assert.deepEqual(files(), []);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => formats.get(CSV)));
  for (const other of others) assert.equal(other, first);
  const coded = await Promise.all(Array.from({ length: 20 }, () => formats.get(CSV, 'zstd')));
  assert.equal(new Set(coded.map(({ served }) => served.coded.get('zstd')?.body)).size, 1);
  assert.equal(files().length, 2);
  await formats.close();
  assert.deepEqual(files(), [], 'at the end none is left');
});

test('what an earlier process left is removed, also where nobody asks for a format', async (t) => {
  const stateDir = createFolder(t);
  const folder = join(stateDir, FORMATS_FOLDER);
  mkdirSync(folder);
  writeFileSync(join(folder, '1-1-reviews.csv'), 'Zaubertrank');
  const { files } = await create(t, WITH.release, stateDir);
  await waitUntil('it is gone', () => files().length === 0);
});

test('after a swap the files of the release before are gone, in every coding', async (t) => {
  const { formats, current, read, files } = await create(t);
  for (const format of FORMATS) await formats.get(format);
  for (const coding of ['zstd', 'br', 'gzip'] as const) await formats.get(CSV, coding);
  assert.match(await read(CSV), /Zaubertrank/);
  const before = files();
  const dateOf = async () => (await formats.get(CSV)).served.lastModified ?? 0;
  const dated = await dateOf();
  current.swap(WITHOUT.release);
  await waitUntil('no file of before', () => files().length === 0);
  assert.equal((await dateOf()) - dated, 1000, 'later, though both were made in one second');
  assert.doesNotMatch(await read(CSV), /Zaubertrank/);
  assert.ok(!before.includes(files()[0] ?? ''));
});

test('a format whose content did not change is kept over a swap', async (t) => {
  const { formats, current, files } = await create(t, WITHOUT.release);
  const before = await formats.get(CSV);
  const database = formatAt('/reviews.sqlite');
  await formats.get(database);
  const [kept] = files().filter((file) => file.endsWith('reviews.csv'));
  current.swap(ANSWERED.release);
  await waitUntil('one is left', () => files().length === 1);
  assert.deepEqual(files(), [kept]);
  assert.equal(await formats.get(CSV), before);
  await formats.get(database);
  assert.equal(files().length, 2);
});

test('one that is being made while the next release is swapped in is made again from that', async (t) => {
  for (const afterMs of [undefined, 0, 1, 2, 4, 8, 16, 32]) {
    const { current, read, files } = await create(t);
    const asked = FORMATS.map(read);
    if (afterMs !== undefined) await setTimeout(afterMs);
    current.swap(WITHOUT.release);
    for (const text of await Promise.all(asked)) assert.ok(!text.includes('Zaubertrank'));
    await waitUntil('only files of the next', () => files().length === asked.length);
    const { ordinal } = WITHOUT.release;
    for (const file of files()) assert.ok(file.startsWith(`${ordinal}-`), file);
  }
});

/** Puts a file where the next one of a format is to be. */
function block(folder: string, { ordinal }: Release, number: number, { path }: Format): void {
  writeFileSync(join(folder, `${ordinal}-${number}${path.replaceAll('/', '-')}`), 'in the way');
}

test('what the disk refuses is a fault, and made again without being asked, whatever succeeds meanwhile', async (t) => {
  const { formats, folder, supervisor, clock, lines, current } = await create(t);
  const [first, second] = [CSV, formatAt('/reviews.ndjson')];
  const release = current.release ?? assert.fail();
  await formats.get(formatAt('/reviews.sqlite'));
  block(folder, release, 2, first);
  block(folder, release, 3, second);
  for (const format of [first, second]) await assert.rejects(formats.get(format), { status: 503 });
  for (const { kind, code, message } of supervisor.faults) {
    assert.deepEqual([kind, code], ['storage', 'EEXIST']);
    assert.doesNotMatch(message, /testimony-/, 'no path of a file');
  }
  const count = lines.length;
  await assert.rejects(formats.get(first), { status: 503 });
  assert.equal(lines.length, count, 'a request does not try it again');
  await formats.get(formatAt('/reviews.parquet'));
  assert.equal(supervisor.faults.length, 2, 'another format is no proof');
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  for (const format of [first, second]) await formats.get(format);
});

test('files that cannot be removed are removed as soon as they can be', async (t) => {
  const { formats, folder, files, current, supervisor, clock } = await create(t);
  await formats.get(CSV);
  const file = join(folder, files()[0] ?? assert.fail());
  // `rm` of files alone refuses a folder.
  rmSync(file);
  mkdirSync(join(file, 'full'), { recursive: true });
  current.swap(WITHOUT.release);
  await waitUntil('a fault', () => supervisor.faults.length > 0);
  rmSync(file, { recursive: true });
  writeFileSync(file, 'Zaubertrank');
  await clock.advance(60_000);
  await waitUntil('no fault', () => supervisor.faults.length === 0);
  assert.ok(!existsSync(file));
});

test('files that somebody has removed are made again', async (t) => {
  const { formats, folder, read } = await create(t);
  const made = await read(CSV);
  await formats.get(CSV, 'br');
  rmSync(folder, { recursive: true });
  await assert.rejects(formats.get(CSV), { status: 503 });
  assert.equal(await read(CSV), made);
  assert.ok(existsSync((await formats.get(CSV, 'br')).served.coded.get('br')?.body ?? ''));
});

test('so many may wait, and the next is asked to come again', async (t) => {
  const { formats } = await create(t);
  const asked = Array.from({ length: MAX_WAITING_FOR_FORMATS }, () => formats.get(CSV));
  await assert.rejects(formats.get(CSV), { status: 503 });
  await Promise.all(asked);
  await formats.get(CSV);
});
