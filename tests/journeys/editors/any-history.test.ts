import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { loadContent } from '#dataset/check/check-content.ts';
import { reviewIdOf } from '../../../scripts/import/plan/decide-review.ts';
import { Folder } from '../../rooms/scripts/content/run-command.ts';
import { runAt } from '../../rooms/scripts/import/run-in-folder.ts';
import { atLength } from '../../support/at-length.ts';
import { NOW } from '../../support/call-command.ts';

// Each calls git many times, which a process of its own does faster than a large one. The long run
// has 400.
const RUNS = atLength(400, 20);

/** Reviews at their source, by their number. */
const NUMBERS = [1, 2] as const;
type Which = (typeof NUMBERS)[number];
const number = fc.constantFrom(...NUMBERS);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ import: fc.subarray([...NUMBERS], { minLength: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ source: number }) },
  { weight: 4, arbitrary: fc.record({ edit: number }) },
  { weight: 4, arbitrary: fc.record({ remove: number }) },
  { weight: 4, arbitrary: fc.record({ restore: number }) },
  { weight: 2, arbitrary: fc.record({ verify: number }) },
  { weight: 1, arbitrary: fc.record({ reply: number }) },
  { weight: 2, arbitrary: fc.constant({ commit: true as const }) },
);

/** What is stored of a review, in the few values that change here. */
type Stored = {
  readonly rating: number;
  /** What the editors wrote last, as the text and in a comment. */
  readonly note: number | undefined;
  readonly isVerified: boolean;
  readonly reply: number | undefined;
};
type State = {
  readonly reviews: ReadonlyMap<Which, Stored>;
  readonly removed: ReadonlySet<Which>;
  /** Of the one answer. */
  readonly evidence: readonly Which[];
};

const NOTHING: State = { reviews: new Map(), removed: new Set(), evidence: [] };

test(`${RUNS} random histories lose nothing that editors wrote, and bring back nothing that was removed`, async (context) => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 3, maxLength: 9 }),
      async (isBegun, steps) => {
        const world = new World(new Folder(context));
        if (isBegun) await world.begin();
        for (const one of steps) {
          if ('import' in one) await world.import(one.import);
          else if ('source' in one) world.changeSource(one.source);
          else if ('edit' in one) world.edit(one.edit);
          else if ('remove' in one) await world.remove(one.remove);
          else if ('restore' in one) await world.restore(one.restore);
          else if ('verify' in one) await world.verify(one.verify);
          else if ('reply' in one) await world.reply(one.reply);
          else world.commit();
          world.check();
        }
        await world.import(NUMBERS);
        world.check();
      },
    ),
    {
      numRuns: RUNS,
      examples: [[true, [{ remove: 2 }, { source: 2 }, { import: [2] }, { restore: 2 }]]],
    },
  );
});

/** A folder, and beside it what it ought to hold. */
class World {
  readonly #folder: Folder;
  readonly #ratings = new Map<Which, number>(NUMBERS.map((one) => [one, 1]));
  #now = NOTHING;
  /** The states that were committed, the last one first. */
  #commits: readonly State[] = [];
  #count = 0;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** All is published, cited and committed. */
  async begin(): Promise<void> {
    await this.import(NUMBERS);
    for (const one of NUMBERS) await this.verify(one);
    this.commit();
    for (const one of NUMBERS) this.edit(one);
    this.commit();
  }

  async import(numbers: readonly Which[]): Promise<void> {
    const rows = numbers.map(
      (one) => `r${one},Jane D${one},${this.#ratings.get(one)},2026-09-0${one},Text ${one}`,
    );
    this.#folder.save({ '.export.csv': `id,author,rating,date,text\n${rows.join('\n')}\n` });
    const csv = join(this.#folder.root, '.export.csv');
    const { code, errors } = await runAt(NOW, [
      '--from',
      'csv',
      csv,
      '--source',
      'Place',
      '--content',
      this.#folder.root,
    ]);
    assert.equal(code, 0, errors);
    const reviews = new Map(this.#now.reviews);
    for (const one of numbers) {
      const stored = reviews.get(one);
      const rating = this.#ratings.get(one) ?? 0;
      if (this.#now.removed.has(one)) continue;
      if (!stored)
        reviews.set(one, { rating, note: undefined, isVerified: false, reply: undefined });
      // No editor changes ratings here, so the source's counts.
      else reviews.set(one, { ...stored, rating });
    }
    this.#now = { ...this.#now, reviews };
  }

  changeSource(one: Which): void {
    this.#ratings.set(one, ((this.#ratings.get(one) ?? 0) % 5) + 1);
  }

  /** Another text, a comment and, of a verified one, its citation. */
  edit(one: Which): void {
    const stored = this.#now.reviews.get(one);
    if (!stored) return;
    const note = ++this.#count;
    const file = fileOf(one);
    const text = this.#folder
      .read(file)
      .replace(/^(# note \d+\n)?(?=rating:)/m, `# note ${note}\n`);
    this.#folder.save({ [file]: text.replace(/(?<=\n---\n)[\s\S]*$/, `Edited ${note}\n`) });
    this.#put(one, { ...stored, note });
    // A claim about a review that is not verified would be an error, also once it is back.
    const isSure = stored.isVerified && this.#commits[0]?.reviews.get(one)?.isVerified;
    if (!isSure || this.#now.evidence.includes(one)) return;
    this.#now = { ...this.#now, evidence: [...this.#now.evidence, one] };
    const cited = this.#now.evidence.map((which) => `    - ${idOf(which)} # for ${which}\n`);
    this.#folder.save({
      'faq.yaml': `# Ours\n- id: fees\n  question: Fees?\n  answer: Yes.\n  evidence:\n${cited.join('')}  dateModified: 2026-09-28\n`,
    });
  }

  async remove(one: Which): Promise<void> {
    const { code } = await this.#folder.run('remove', [idOf(one), '--reason', 'spam', '--force']);
    assert.equal(code, 0);
    const reviews = new Map(this.#now.reviews);
    reviews.delete(one);
    const rest = this.#now.evidence.filter((other) => other !== one);
    this.#now = {
      reviews,
      removed: new Set([...this.#now.removed, one]),
      // A claim keeps its only evidence.
      evidence: rest.length > 0 ? rest : this.#now.evidence,
    };
  }

  async restore(one: Which): Promise<void> {
    const before = this.#folder.files();
    const { code } = await this.#folder.run('restore', [idOf(one)]);
    const last = this.#commits.find(({ reviews }) => reviews.has(one));
    const stored = last?.reviews.get(one);
    if (!this.#now.removed.has(one)) {
      assert.equal(code, this.#now.reviews.has(one) ? 0 : 1);
      assert.deepEqual(this.#folder.files(), before);
    } else if (!stored || !last) {
      assert.equal(code, 1);
      assert.deepEqual(this.#folder.files(), before);
    } else {
      assert.equal(code, 0);
      this.#put(one, stored);
      const removed = new Set([...this.#now.removed].filter((other) => other !== one));
      const isCited = last.evidence.includes(one) && this.#now.evidence.length > 0;
      const evidence =
        isCited && !this.#now.evidence.includes(one)
          ? [...this.#now.evidence, one]
          : this.#now.evidence;
      this.#now = { ...this.#now, removed, evidence };
    }
  }

  async verify(one: Which): Promise<void> {
    this.#folder.save({ '.ids': idOf(one) });
    const { code } = await this.#folder.run('verify', ['--ids', join(this.#folder.root, '.ids')]);
    const stored = this.#now.reviews.get(one);
    assert.equal(code, stored ? 0 : 1);
    if (stored) this.#put(one, { ...stored, isVerified: true });
  }

  async reply(one: Which): Promise<void> {
    const reply = ++this.#count;
    const { code } = await this.#folder.run('reply', [idOf(one), '--text', `Reply ${reply}`]);
    const stored = this.#now.reviews.get(one);
    assert.equal(code, stored ? 0 : 1);
    if (stored) this.#put(one, { ...stored, reply });
  }

  commit(): void {
    this.#folder.commit();
    this.#commits = [this.#now, ...this.#commits];
  }

  /** The folder is valid, and holds just what it ought to. */
  check(): void {
    const { content } = loadContent(this.#folder.root, NOW);
    const stored = content.reviews.map(({ id, rating, verification, ownerReply, reviewBody }) => {
      const which = whichIs(id);
      const note = toNumber(/Edited (\d+)/.exec(reviewBody)?.[1]);
      const comment = /# note (\d+)/.exec(this.#folder.read(fileOf(which)))?.[1];
      assert.equal(toNumber(comment), note);
      const isVerified = verification.status === 'verified';
      const reply = toNumber(/\d+/.exec(ownerReply?.text ?? '')?.[0]);
      return [which, { rating, note, isVerified, reply }] as const;
    });
    assert.deepEqual(new Map(stored), new Map([...this.#now.reviews].sort(([a], [b]) => a - b)));
    const removed = content.removals.map(({ id }) => whichIs(id));
    assert.deepEqual(removed.sort(), [...this.#now.removed].sort());
    const evidence = this.#folder.has('faq.yaml')
      ? parse(this.#folder.read('faq.yaml'))[0].evidence.map((id: string) => whichIs(id))
      : [];
    assert.deepEqual(evidence.sort(), this.#now.evidence.toSorted());
  }

  #put(one: Which, stored: Stored): void {
    this.#now = { ...this.#now, reviews: new Map(this.#now.reviews).set(one, stored) };
  }
}

function idOf(one: Which): string {
  return reviewIdOf('Place', `r${one}`);
}

function fileOf(one: Which): string {
  return `reviews/2026/09/2026-09-0${one}-${idOf(one)}.md`;
}

function whichIs(id: string): Which {
  const found = NUMBERS.find((one) => idOf(one) === id);
  assert.ok(found, id);
  return found;
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
