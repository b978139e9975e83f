import assert from 'node:assert/strict';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { SOURCE_FIELDS, type SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredFile } from '../../../../../scripts/content/stored-folder.ts';
import { type Plan, planImport } from '../../../../../scripts/import/plan/plan.ts';
import { Memory } from '../../../../../scripts/import/plan/source-memory.ts';
import type { IncomingReview } from '../../../../../scripts/import/rows/incoming-review.ts';
import { NO_CONTENT } from '../../../../../scripts/import/write/stored-content.ts';

export const TEXT = 'I am 52 and sat there for an hour before anybody came to see me.';
export const ANNA = {
  authorName: 'Anna Smith',
  datePublished: '2026-03-01',
  reviewBody: TEXT,
  rating: 4,
};

export type Given = Partial<Omit<IncomingReview, 'place' | 'key'>>;

/** A content folder in memory. */
export class Store {
  readonly files = new Map<string, StoredFile>();
  readonly removedIds = new Set<string>();
  memory = new Memory('a salt');
  speaksOf: ReadonlySet<SourceField> = new Set(SOURCE_FIELDS);

  import(rows: readonly Given[], options: object = {}): Plan {
    const reviews = rows.map((row, index): IncomingReview => {
      const said = { ...ANNA, sourceName: 'Place', sourceId: undefined, notes: [], ...row };
      const key = [said.authorName, said.datePublished, said.reviewBody].join('\n');
      return { ...said, place: `line ${index + 2}`, key: said.sourceId ?? key };
    });
    const { speaksOf, removedIds } = this;
    const input = { reviews, skipped: [], remarks: [], speaksOf, isPartial: false };
    const stored = { ...NO_CONTENT, removedIds, files: [...this.files.values()] };
    const all = { names: undefined, isVerified: true, today: '2026-10-06', ...options };
    const plan = planImport(input, stored, all, this.memory);
    for (const { file, text } of [...plan.added, ...plan.updates]) {
      if (text !== undefined) this.write(file, text);
    }
    const { salt, lines } = this.memory;
    this.memory = new Memory(salt, new Map([...lines, ...plan.lines]));
    return plan;
  }

  get only(): StoredFile {
    const [file, ...others] = this.files.values();
    assert.ok(file && others.length === 0);
    return file;
  }

  edit(from: string | RegExp, to: string): void {
    const { file, text } = this.only;
    assert.notEqual(text.replace(from, to), text);
    this.write(file, text.replace(from, to));
  }

  takeDown(): void {
    this.removedIds.add(this.only.review.id);
    this.files.clear();
  }

  write(file: string, text: string): void {
    const { value, problems } = parseReview(file, text);
    assert.ok(value, JSON.stringify(problems));
    this.files.set(file, { file, text, review: value });
  }
}
