import assert from 'node:assert/strict';
import type { Random } from '../../../scripts/generate/random.ts';
import type { Files } from '../../support/content-files.ts';
import { businessOf, sampleReview } from '../../support/sample-content.ts';

const FIRST = 40;
const REASONS = ['spam', 'duplicate', 'author-request'] as const;

type Draft = { date: string; text: string; reply?: string; isWithheld?: boolean };

/** A content folder that random editors work on. */
export class Editors {
  readonly #random: Random;
  readonly #drafts = new Map<string, Draft>();
  readonly #tombstones = new Map<string, string>();
  #number = 0;

  constructor(random: Random) {
    this.#random = random;
    for (let index = 0; index < FIRST; index++) this.#add();
  }

  /** All files of the content, in an edition. */
  files(edition: number): Files {
    const reviews = [...this.#drafts].map(([id, draft]) => fileOf(id, draft));
    const removed = [...this.#tombstones].map(([id, rest]) => `- { id: ${id}, ${rest} }\n`);
    return {
      ...businessOf(edition),
      'removed.yaml': removed.join(''),
      ...Object.assign({}, ...reviews),
    };
  }

  edit(): void {
    const random = this.#random;
    const id = random.pick([...this.#drafts.keys()]);
    const draft = this.#drafts.get(id) ?? assert.fail();
    const text = `Text number ${random.integer(0, 1_000_000)}.`;
    const change = (some: Partial<Draft>) => this.#drafts.set(id, { ...draft, ...some });
    const edits: Readonly<Record<string, () => void>> = {
      add: () => this.#add(),
      text: () => change({ text }),
      reply: () => change({ reply: text }),
      date: () => change({ date: this.#date() }),
      withhold: () => change({ isWithheld: !draft.isWithheld }),
      delete: () => this.#drafts.delete(id),
      takeDown: () => this.#takeDown(id),
      bringBack: () => this.#bringBack(),
      tombstone: () => this.#takeDown(`never-${random.integer(0, 9)}`),
    };
    edits[random.pick(Object.keys(edits))]?.();
    if (this.#drafts.size < FIRST / 2) this.#add();
  }

  #add(): void {
    const id = `review-${this.#number++}`;
    this.#drafts.set(id, { date: this.#date(), text: `The words of ${id}.` });
  }

  #takeDown(id: string): void {
    this.#drafts.delete(id);
    const reason = this.#random.pick(REASONS);
    this.#tombstones.set(id, `dateRemoved: ${this.#date()}, reason: ${reason}`);
  }

  #bringBack(): void {
    const ids = [...this.#tombstones.keys()];
    if (ids.length === 0) return;
    const id = this.#random.pick(ids);
    this.#tombstones.delete(id);
    // Or it is only forgotten.
    if (this.#random.chance(0.5)) this.#drafts.set(id, { date: this.#date(), text: 'It is back.' });
  }

  #date(): string {
    const { integer } = this.#random;
    return `202${integer(4, 6)}-0${integer(1, 9)}-${integer(10, 28)}`;
  }
}

function fileOf(id: string, { date, text, reply, isWithheld = false }: Draft): Files {
  return sampleReview(
    id,
    date,
    {
      ...(reply && { ownerReply: `{ text: "${reply}", datePublished: 2026-10-01 }` }),
      ...(isWithheld && { verification: '{ status: withheld, reason: spam, date: 2026-10-06 }' }),
    },
    text,
  );
}
