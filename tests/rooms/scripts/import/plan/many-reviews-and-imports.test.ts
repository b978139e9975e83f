import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoredFile } from '../../../../../scripts/content/stored-folder.ts';
import { runs } from '../../../../support/at-length.ts';
import { type Given, Store } from './store.ts';

// Few of each, so that reviews share them; two of the names have one short form.
const NAMES = ['Anna Smith', 'Anna Sanders', 'Olaf Tarn', undefined];
const DATES = ['2026-01-01', '2026-01-02', '2026-01-03'];
const TEXTS = ['and they listened to all of it.', 'but nobody came to see me.', 'Well, thanks.'];

type Values = { readonly name: number; readonly date: number; readonly text: number };
type Said = Values & { readonly id: string | undefined; readonly word: string };

const values = { name: fc.nat(3), date: fc.nat(2), text: fc.nat(2) };
const which = fc.nat(5);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ publish: fc.record(values), hasId: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ redact: which }) },
  { weight: 1, arbitrary: fc.record({ anonymise: which }) },
  { weight: 1, arbitrary: fc.record({ takeDown: which }) },
  {
    weight: 5,
    arbitrary: fc.record({ change: which, to: fc.record(values, { requiredKeys: [] }) }),
  },
  { weight: 1, arbitrary: fc.record({ unpublish: which }) },
  { weight: 5, arbitrary: fc.record({ importFrom: fc.nat(5) }) },
);

test('of many reviews, with ids and without, nothing that an editor took out comes back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const world = new World();
      for (const one of steps) {
        if ('publish' in one) world.publish(one.publish, one.hasId);
        else if ('redact' in one) world.redact(one.redact);
        else if ('anonymise' in one) world.anonymise(one.anonymise);
        else if ('takeDown' in one) world.takeDown(one.takeDown);
        else if ('change' in one) world.change(one.change, one.to);
        else if ('unpublish' in one) world.unpublish(one.unpublish);
        else world.import(one.importFrom);
      }
      world.import(0);
    }),
    { numRuns: runs(300) },
  );
});

/** A source and a content folder. Each review has a word of its own in its text. */
class World {
  readonly #source = new Map<string, Said>();
  /** What an import last took each review for, by its word. */
  readonly #last = new Map<string, Values>();
  readonly #forbidden = new Set<string>();
  readonly #store = new Store();
  #count = 0;

  publish(said: Values, hasId: boolean): void {
    const word = `word${this.#count++}x`;
    this.#source.set(word, { ...said, word, id: hasId ? `id-${this.#count}` : undefined });
  }

  unpublish(at: number): void {
    const word = [...this.#source.keys()].at(at);
    if (word !== undefined) this.#source.delete(word);
  }

  /** Of a review without an id at most one of name, date and text, since an import knew it. */
  change(at: number, to: Partial<Values>): void {
    const before = [...this.#source.values()].at(at);
    if (!before) return;
    const { word, id } = before;
    const now = { ...before, ...to };
    const last = this.#last.get(word) ?? before;
    const changed = (['name', 'date', 'text'] as const).filter((key) => now[key] !== last[key]);
    if (id !== undefined || changed.length < 2) this.#source.set(word, now);
  }

  redact(at: number): void {
    for (const { file, text } of this.#forbid(at)) {
      this.#store.write(file, text.replace(/word\d+x/, '[removed]'));
    }
  }

  anonymise(at: number): void {
    const file = [...this.#store.files.values()].at(at);
    if (file)
      this.#store.write(file.file, file.text.replace(/author: .*/, 'author: { name: A client }'));
  }

  takeDown(at: number): void {
    for (const { file, review } of this.#forbid(at)) {
      this.#store.files.delete(file);
      this.#store.removedIds.add(review.id);
    }
  }

  /** All files with a word that none is to have again: a text may have come in twice. */
  #forbid(at: number): StoredFile[] {
    const files = [...this.#store.files.values()];
    const word = wordOf(files.at(at)?.text ?? '');
    if (word === undefined) return [];
    this.#forbidden.add(word);
    return files.filter(({ text }) => wordOf(text) === word);
  }

  import(from: number): void {
    const rows = [...this.#source.values()];
    const said = [...rows.slice(from), ...rows.slice(0, from)];
    const owners = new Map([...this.#store.files].map(([name, { text }]) => [name, wordOf(text)]));
    const plan = this.#store.import(said.map(rowOf));
    const ids = [...this.#store.files.values()].map(({ review }) => review.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(plan.added.length + plan.updates.length + plan.skipped.length, said.length);
    for (const row of said) this.#last.set(row.word, row);
    for (const [name, { text }] of this.#store.files) {
      const [word, before] = [wordOf(text), owners.get(name)];
      const isForbidden = word !== undefined && this.#forbidden.has(word);
      assert.ok(!isForbidden || /status: pending/.test(text), `${word} is back in ${name}`);
      if (before !== undefined) assert.ok(word === before, 'no text is replaced by another');
    }
    const again = this.#store.import(said.map(rowOf));
    const changed = again.updates.filter(({ text }) => text !== undefined);
    assert.deepEqual([again.added, changed], [[], []]);
  }
}

function wordOf(text: string): string | undefined {
  return /word\d+x/.exec(text)?.[0];
}

function rowOf({ name, date, text, id, word }: Said): Given {
  return {
    sourceId: id,
    authorName: NAMES[name],
    datePublished: DATES[date] ?? '',
    reviewBody: `I told them of ${word}, ${TEXTS[text]}`,
  };
}
