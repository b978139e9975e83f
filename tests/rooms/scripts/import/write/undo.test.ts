import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SOURCE_FIELDS } from '#dataset/schema/source-fields.ts';
import { reviewIdOf } from '../../../../../scripts/import/plan/decide-review.ts';
import { planImport } from '../../../../../scripts/import/plan/plan.ts';
import type { IncomingReview } from '../../../../../scripts/import/rows/incoming-review.ts';
import { forgetRemoved } from '../../../../../scripts/import/write/journal.ts';
import { readMemory } from '../../../../../scripts/import/write/private-folder.ts';
import { readStoredContent } from '../../../../../scripts/import/write/stored-content.ts';
import { undoImport } from '../../../../../scripts/import/write/undo.ts';
import { writeImport } from '../../../../../scripts/import/write/write.ts';
import { runs } from '../../../../support/at-length.ts';
import { createFolder, type Folder } from '../run-in-folder.ts';

const NOW = new Date('2026-10-06T12:00:00Z');
const NUMBERS = [1, 2] as const;
type Which = (typeof NUMBERS)[number];
const which = fc.constantFrom(...NUMBERS);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ import: fc.subarray([...NUMBERS], { minLength: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ source: which }) },
  { weight: 2, arbitrary: fc.record({ edit: which }) },
  { weight: 1, arbitrary: fc.record({ verify: which }) },
  { weight: 1, arbitrary: fc.record({ remove: which, byHand: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ delete: which }) },
  { weight: 4, arbitrary: fc.constant({ undo: true as const }) },
);

test('an undo takes back the last import and nothing of editors, whatever happened', (context) => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { minLength: 3, maxLength: 14 }), (hasIds, steps) => {
      const world = new World(createFolder(context), hasIds);
      for (const one of steps) {
        if ('import' in one) world.import(one.import);
        else if ('source' in one) world.changeSource(one.source);
        else if ('edit' in one) world.edit(one.edit);
        else if ('verify' in one) world.verify(one.verify);
        else if ('remove' in one) world.remove(one.remove, one.byHand);
        else if ('delete' in one) world.delete(one.delete);
        else world.undo();
        world.check();
      }
    }),
    { numRuns: runs(300) },
  );
});

type State = { readonly rating: number; readonly text: string; readonly isVerified: boolean };
type Step = { readonly before: State | undefined; readonly after: State };

/** A folder, and beside it what it ought to hold. Editors change texts; ratings are the source's. */
class World {
  readonly #folder: Folder;
  readonly #hasIds: boolean;
  readonly #ratings = new Map<Which, number>(NUMBERS.map((one) => [one, 1]));
  readonly #reviews = new Map<Which, State>();
  readonly #removed = new Set<Which>();
  /** Those whose texts are nowhere any more. */
  readonly #forgotten = new Set<Which>();
  /** The last import, by what it wrote. */
  #last: Map<Which, Step> | undefined;
  #count = 0;

  constructor(folder: Folder, hasIds: boolean) {
    this.#folder = folder;
    this.#hasIds = hasIds;
  }

  changeSource(one: Which): void {
    this.#ratings.set(one, ((this.#ratings.get(one) ?? 0) % 5) + 1);
  }

  import(numbers: readonly Which[]): void {
    const root = this.#folder.content;
    const memory = readMemory(root, 'a salt');
    const reviews = numbers.map((one) => this.#row(one));
    const speaksOf = new Set(SOURCE_FIELDS);
    const input = { reviews, skipped: [], remarks: [], speaksOf, isPartial: false };
    const options = { names: undefined, isVerified: false, today: '2026-10-06' };
    const plan = planImport(input, readStoredContent(root), options, memory);
    writeImport(root, plan, { memory, about: 'in.csv', now: NOW });
    const steps = new Map<Which, Step>();
    for (const one of numbers) {
      const before = this.#reviews.get(one);
      const rating = this.#ratings.get(one) ?? 0;
      if (this.#removed.has(one) || before?.rating === rating) continue;
      const after = before
        ? { ...before, rating }
        : { rating, text: `Text ${one}`, isVerified: false };
      this.#reviews.set(one, after);
      steps.set(one, { before, after });
    }
    // One that changed nothing keeps what the one before it wrote.
    if (steps.size > 0) this.#last = steps;
  }

  edit(one: Which): void {
    const stored = this.#reviews.get(one);
    if (!stored) return;
    const text = `Edited ${++this.#count}`;
    this.#change(one, /(?<=\n---\n)[\s\S]*$/, `${text}\n`);
    this.#reviews.set(one, { ...stored, text });
  }

  verify(one: Which): void {
    const stored = this.#reviews.get(one);
    if (!stored || stored.isVerified) return;
    const verification = '{ status: verified, method: client-record, date: 2026-10-06 }';
    this.#change(one, /(?<=^verification: ).*$/m, verification);
    this.#reviews.set(one, { ...stored, isVerified: true });
  }

  remove(one: Which, byHand: boolean): void {
    if (this.#removed.has(one)) return;
    this.#removed.add(one);
    this.delete(one);
    const lines = [...this.#removed].map(
      (each) => `- { id: ${this.#idOf(each)}, dateRemoved: 2026-10-06, reason: spam }\n`,
    );
    this.#folder.write('content/removed.yaml', lines.join(''));
    if (byHand) return;
    forgetRemoved(this.#folder.content, new Set([this.#idOf(one)]));
    this.#forgotten.add(one);
  }

  delete(one: Which): void {
    rmSync(this.#pathOf(one), { force: true });
    this.#reviews.delete(one);
  }

  undo(): void {
    const { content } = this.#folder;
    const before = this.#folder.files();
    const told = undoImport(content, true);
    assert.deepEqual(this.#folder.files(), before);
    const done = undoImport(content, false);
    assert.deepEqual(done, told);
    assert.equal(done === undefined, this.#last === undefined);
    for (const [one, { before, after }] of this.#last ?? []) {
      const now = this.#reviews.get(one);
      const isVerified = before ? after.isVerified : now?.isVerified;
      const isAsWritten = now && isDeepStrictEqual(now, { ...after, isVerified });
      if (this.#removed.has(one)) continue;
      assert.equal(done?.kept.has(this.#fileOf(one)), !isAsWritten);
      if (!isAsWritten) continue;
      if (before) this.#reviews.set(one, before);
      else this.#reviews.delete(one);
    }
    this.#last = undefined;
    assert.equal(undoImport(content, false), undefined, 'there is no second undo');
  }

  /** The folder has what it ought to, and nothing keeps a text that was taken down. */
  check(): void {
    const { reviews } = this.#folder.load();
    const stored = reviews.map(({ id, rating, reviewBody: text, verification }) => {
      const one = NUMBERS.find((each) => this.#idOf(each) === id);
      return [one, { rating, text, isVerified: verification.status === 'verified' }] as const;
    });
    assert.deepEqual(new Map<unknown, State>(stored), this.#reviews);
    const journal = this.#folder.files().get('.import/last') ?? '';
    for (const one of this.#forgotten) {
      assert.doesNotMatch(journal, new RegExp(`"${this.#idOf(one)}"[^}]*"before"`));
    }
  }

  #row(one: Which): IncomingReview {
    const text = `Text ${one}`;
    return {
      place: `line ${one}`,
      sourceName: 'Place',
      sourceId: this.#hasIds ? `r${one}` : undefined,
      key: this.#keyOf(one),
      authorName: `Jane D${one}`,
      datePublished: '2026-09-01',
      rating: this.#ratings.get(one) ?? 0,
      reviewBody: text,
      notes: [],
    };
  }

  #keyOf(one: Which): string {
    return this.#hasIds ? `r${one}` : `Jane D${one}\n2026-09-01\nText ${one}`;
  }

  #idOf(one: Which): string {
    return reviewIdOf('Place', this.#keyOf(one));
  }

  #fileOf(one: Which): string {
    return `reviews/2026/09/2026-09-01-${this.#idOf(one)}.md`;
  }

  #pathOf(one: Which): string {
    return join(this.#folder.content, this.#fileOf(one));
  }

  #change(one: Which, from: RegExp, to: string): void {
    const text = readFileSync(this.#pathOf(one), 'utf8');
    const changed = text.replace(from, to);
    assert.notEqual(changed, text);
    writeFileSync(this.#pathOf(one), changed);
  }
}

const ROWS =
  'id,author,rating,date,text\nr1,Jane Doe,4,2026-09-01,Text 1\nr2,Olaf Tarn,5,2026-09-02,\n';
const importRows = (folder: Folder, rows = ROWS) => folder.csv(rows, '--source', 'Place');

test('the memory is private, and written alike each time', async (t) => {
  const folder = createFolder(t);
  await importRows(folder);
  const path = join(folder.content, '.import/memory');
  const before = readFileSync(path, 'utf8');
  assert.match(before, /^\S{43}\n(?:place-[0-9a-f]{12}(?: (?:[\w-]{6}|-)){15}\n){2}$/);
  assert.equal(statSync(path).mode & 0o77, 0);
  assert.match(folder.files().get('.import/.gitignore') ?? '', /\n\*\n$/);
  const [header = '', ...rows] = ROWS.trim().split('\n');
  await importRows(folder, `${[header, ...rows.toReversed()].join('\n')}\n`);
  assert.equal(readFileSync(path, 'utf8'), before);
});
