import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { decodeText } from '#dataset/read/decode-text.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { SOURCE_FIELDS, type SourceField } from '#dataset/schema/source-digest.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile } from '../../../../scripts/content/stored-folder.ts';
import type { SeenReviews } from '../../../../scripts/import/import-folder.ts';
import { planImport } from '../../../../scripts/import/plan/plan.ts';
import { SourceMarks, type SourceValue } from '../../../../scripts/import/plan/source-marks.ts';
import type { IncomingReview } from '../../../../scripts/import/read/incoming-review.ts';
import { NO_CONTENT } from '../../../../scripts/import/stored-content.ts';
import { runs } from '../../../support/at-length.ts';

/** What a source and an editor may say of each part. Both have the same, so that they may agree. */
const VALUES = {
  // As it is stored: the source has the whole name.
  author: ['Petra V.', 'Petra S.', 'Olaf T.', 'Anonymous'],
  datePublished: ['2026-01-01', '2026-01-02', '2026-01-03'],
  dateCreated: [undefined, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z'],
  dateModified: [undefined, '2026-02-01', '2026-02-02'],
  rating: [1, 3.5, 5],
  name: [undefined, 'Kind', 'Not kind'],
  inLanguage: [undefined, 'en', 'es'],
  url: [undefined, 'https://a.example/', 'https://b.example/'],
  ownerReply: [
    undefined,
    { text: 'Thanks.', datePublished: '2026-03-01' },
    { text: 'Thanks.', datePublished: '2026-03-02' },
    { text: 'Thank you.\n\nJane', datePublished: '2026-03-01' },
  ],
  reviewBody: [
    '',
    'They listened to all of it.',
    'They did not listen.\nAt all.',
    '[removed] listened to all of it.',
  ],
} as const;
const WHOLE_NAMES = {
  'Petra V.': 'Petra Vale',
  'Petra S.': 'Petra Smith',
  'Olaf T.': 'Olaf Tarn',
  Anonymous: undefined,
};
type Values = { readonly [Field in SourceField]: (typeof VALUES)[Field][number] };

const anyValues = fc.record({
  author: fc.constantFrom(...VALUES.author),
  datePublished: fc.constantFrom(...VALUES.datePublished),
  dateCreated: fc.constantFrom(...VALUES.dateCreated),
  dateModified: fc.constantFrom(...VALUES.dateModified),
  rating: fc.constantFrom(...VALUES.rating),
  name: fc.constantFrom(...VALUES.name),
  inLanguage: fc.constantFrom(...VALUES.inLanguage),
  url: fc.constantFrom(...VALUES.url),
  ownerReply: fc.constantFrom(...VALUES.ownerReply),
  reviewBody: fc.constantFrom(...VALUES.reviewBody),
});

/** A few parts with what they become. */
const change = fc
  .tuple(anyValues, fc.subarray([...SOURCE_FIELDS], { minLength: 1, maxLength: 3 }))
  .map(([values, fields]) => pick(values, fields));

const TOOLS = {
  'line ends of Windows': (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
  'blanks at line ends': (text: string) => text.replace(/(?<=all of it|listen)\.$/m, '.  '),
  'blank lines around the text': (text: string) => text.replace(/\n---\n/, '\n---\n\n\n'),
  'a comment': (text: string) => text.replace('rating:', '# Checked with Maria.\nrating:'),
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ edit: change }) },
  { weight: 4, arbitrary: fc.record({ source: change }) },
  {
    weight: 4,
    arbitrary: fc.record({ importOf: fc.subarray([...SOURCE_FIELDS], { minLength: 8 }) }),
  },
  { weight: 1, arbitrary: fc.record({ tool: fc.constantFrom(...Object.values(TOOLS)) }) },
  { weight: 1, arbitrary: fc.record({ move: fc.constantFrom('reviews/a.md', 'reviews/b/c.md') }) },
  { weight: 1, arbitrary: fc.constant({ forgets: true as const }) },
);

const sourceIds = fc.constantFrom('id-1', undefined);

/** Where a source has no ids, a review of which more than one of these changes at once is another. */
const IDENTITY = ['author', 'datePublished', 'reviewBody'] as const;

const marks = new SourceMarks('a secret');
const OPTIONS = { names: undefined, isVerified: true, today: '2026-10-06', marks };

test('whatever editors and the source change, and when imports run, no decision is lost', () => {
  fc.assert(
    fc.property(anyValues, sourceIds, fc.array(step, { maxLength: 24 }), (first, id, steps) => {
      const world = new World(first, id);
      for (const one of steps) {
        if ('edit' in one) world.edit(one.edit);
        else if ('source' in one) world.change(one.source);
        else if ('importOf' in one) world.import(new Set(one.importOf));
        else if ('tool' in one) world.useTool(one.tool);
        else if ('move' in one) world.move(one.move);
        else world.forget();
      }
      world.import(new Set(SOURCE_FIELDS));
      world.takeDown();
    }),
    { numRuns: runs(400) },
  );
});

/** One review at its source and as it is stored, and what is known of how it came to that. */
class World {
  source: Values;
  readonly #sourceId: string | undefined;
  #file: StoredFile;
  #isEdited = false;
  #seen: SeenReviews = new Map();
  /** What the source last said of a part, where it is known. */
  #last: Partial<Record<SourceField, { readonly value: SourceValue }>>;
  /** Of these it is not known since an import. */
  #unknown = new Set<SourceField>();

  constructor(first: Values, sourceId: string | undefined) {
    this.source = first;
    this.#sourceId = sourceId;
    const { added } = this.#plan([], new Set(SOURCE_FIELDS));
    const [addition] = added;
    assert.ok(addition);
    this.#file = fileOf(addition.file, addition.text);
    this.#last = Object.fromEntries(
      SOURCE_FIELDS.map((field) => [field, { value: this.source[field] }]),
    );
  }

  change(values: Partial<Values>): void {
    const source = { ...this.source, ...values };
    const changed = IDENTITY.filter((field) => {
      const last = this.#last[field];
      return !(last && isAlike(last.value, source[field]));
    });
    // A rating without a name and a text is known by its day alone.
    const isBare = source.author === 'Anonymous' && source.reviewBody === '';
    const isKnown = changed.length < (isBare ? 1 : 2);
    if (this.#sourceId !== undefined || isKnown) this.source = source;
  }

  /** As an editor's tool writes it: another order and style, all values as they are. */
  edit(values: Partial<Values>): void {
    const { reviewBody, ...frontMatter } = { ...this.#file.review };
    this.#isEdited = true;
    const {
      author = frontMatter.author.name,
      reviewBody: text = reviewBody,
      url,
      ...members
    } = values;
    const edited = JSON.parse(
      JSON.stringify({
        ...frontMatter,
        ...members,
        relationship: 'family',
        source: { ...frontMatter.source, ...('url' in values && { url }) },
        author: { name: author },
        technicians: ['maria'],
        verification: { status: 'withheld', reason: 'spam', date: '2026-10-07' },
      }),
    );
    this.#file = fileOf(
      this.#file.file,
      `---\n${stringify(edited, { lineWidth: 0 })}---\n${text}\n`,
    );
  }

  useTool(tool: (text: string) => string): void {
    this.#file = fileOf(this.#file.file, tool(this.#file.text));
  }

  move(file: string): void {
    this.#file = { ...this.#file, file };
  }

  /** As if it had been imported by a version without digests. */
  forget(): void {
    this.#file = fileOf(this.#file.file, this.#file.text.replace(/^ {2}digest:.*\n/m, ''));
    this.#last = {};
    this.#unknown = new Set();
    this.#seen = new Map();
  }

  /** As README.md says: its file is deleted, its id is in removed.yaml. */
  takeDown(): void {
    const { id } = this.#file.review;
    if (this.#sourceId === undefined && !this.#seen.has(id)) return;
    assert.deepEqual(this.#plan([], new Set(SOURCE_FIELDS), [id]).added, []);
  }

  /** Imports, and holds what is stored then against what should be. */
  import(speaksOf: ReadonlySet<SourceField>): void {
    const { file, review } = this.#file;
    const hasDigest = review.source.digest !== undefined;
    const deleted = new Set([...speaksOf].filter((field) => this.#isDeleted(field)));
    const expected = SOURCE_FIELDS.map((field) =>
      speaksOf.has(field)
        ? this.#expect(field)
        : ({ field, kind: 'same', value: partOf(review, field) } as const),
    );
    const plan = this.#plan([this.#file], speaksOf);
    const [update] = plan.updates;
    if (!update && this.#sourceId === undefined) {
      const isKnown = hasDigest && this.#likeParts(review).length >= 2;
      if (this.#isEdited && isKnown) assert.deepEqual(plan.added, [], 'what was edited is not new');
      return;
    }
    assert.ok(update, JSON.stringify(plan.skipped));
    assert.equal(update.file, file);
    if (update.text !== undefined) this.#file = fileOf(file, update.text);
    for (const { field, kind, value } of expected) {
      assertSays(this.#file.review, field, value);
      for (const one of ['taken', 'kept', 'conflicts', 'unknown'] as const) {
        const isTold = update[one].some((difference) => difference.field === field);
        assert.equal(isTold, one === kind, `${field} is ${one}, expected ${kind}`);
      }
    }
    for (const key of ['id', 'verification', 'relationship', 'technicians'] as const) {
      if (key === 'verification' && update.guess !== undefined) continue;
      assert.deepEqual(this.#file.review[key], review[key]);
    }
    const digest = marks.read(this.#file.review.source.digest);
    assert.ok(digest);
    for (const { field, kind } of expected) {
      if (!(speaksOf.has(field) || hasDigest)) this.#unknown.add(field);
      if (!speaksOf.has(field)) continue;
      const value = this.source[field];
      const isUnknownName = field === 'author' && !this.#last.author;
      const isKnown = kind !== 'unknown' && !isUnknownName && !deleted.has(field);
      if (isKnown) this.#last[field] = { value };
      else delete this.#last[field];
      if (isKnown) this.#unknown.delete(field);
      else this.#unknown.add(field);
      const mark: string | undefined = isKnown ? marks.markOf(digest.key, field, value) : 'unknown';
      assert.equal(digest.marks.get(field), mark, field);
    }
    const [again] = this.#plan([this.#file], speaksOf).updates;
    assert.equal(again?.text, undefined, 'the same export a second time changes nothing');
    assert.deepEqual([again?.taken, again?.conflicts], [[], []]);
  }

  /**
   * What shows which review it is: what the source still says of name, date and text or, where it is
   * not known what it said, what editors left.
   */
  #likeParts(review: StoredReview) {
    return IDENTITY.filter((field) => {
      const last = this.#last[field];
      return isAlike(last ? last.value : partOf(review, field), this.source[field]);
    });
  }

  /** An editor deleted a part that the source has no more: it does not come back with the source. */
  #isDeleted(field: SourceField): boolean {
    const [value, said] = [partOf(this.#file.review, field), this.source[field]];
    const last = this.#last[field];
    const wasSaid = last ? !isNothing(last.value) : this.#unknown.has(field);
    return isNothing(value) && isNothing(said) && wasSaid;
  }

  /** What the source says wins where the editor left alone what it said last, and nowhere else. */
  #expect(field: SourceField) {
    const value = partOf(this.#file.review, field);
    const said = this.source[field];
    const last = this.#last[field];
    if (isAlike(value, said)) return { field, kind: 'same', value } as const;
    if (!last && field === 'author' && said === 'Anonymous') {
      return { field, kind: 'taken', value: said } as const;
    }
    if (!last) return { field, kind: 'unknown', value } as const;
    if (isAlike(value, last.value)) return { field, kind: 'taken', value: said } as const;
    return { field, kind: isAlike(said, last.value) ? 'kept' : 'conflicts', value } as const;
  }

  #plan(
    files: readonly StoredFile[],
    speaksOf: ReadonlySet<SourceField>,
    removed: readonly string[] = [],
  ) {
    const { author, ...values } = this.source;
    const incoming: IncomingReview = {
      ...values,
      place: 'line 2',
      sourceName: 'Place',
      sourceId: this.#sourceId,
      // The importer of CSV makes it of author, date and text.
      key: this.#sourceId ?? IDENTITY.map((field) => this.source[field]).join('\n'),
      authorName: WHOLE_NAMES[author],
      notes: [],
    };
    const input = { reviews: [incoming], skipped: [], remarks: [], speaksOf, isPartial: false };
    const stored = {
      ...NO_CONTENT,
      files,
      unreadable: [],
      removedIds: new Set(removed),
    };
    const plan = planImport(input, stored, OPTIONS, this.#seen);
    this.#seen = plan.seen;
    return plan;
  }
}

/** A file as an import reads it from the disk. */
function fileOf(file: string, written: string): StoredFile {
  const decoded = decodeText(file, Buffer.from(written));
  assert.ok('text' in decoded);
  const { value, problems } = parseReview(file, decoded.text);
  assert.ok(value, JSON.stringify(problems));
  return { file, text: decoded.text, review: value };
}

function partOf(review: StoredReview, field: SourceField): SourceValue {
  if (field === 'author') return review.author.name;
  return field === 'url' ? review.source.url : review[field];
}

function isNothing(value: SourceValue): boolean {
  return value === undefined || value === '' || value === 'Anonymous';
}

function assertSays(review: StoredReview, field: SourceField, value: SourceValue): void {
  assert.ok(
    isAlike(partOf(review, field), value),
    `${field}: ${JSON.stringify(partOf(review, field))}, expected ${JSON.stringify(value)}`,
  );
}

/** Values are alike but for what a tool adds at line ends. */
function isAlike(one: SourceValue, other: SourceValue): boolean {
  const plain = (value: SourceValue) => JSON.stringify(value ?? '').replace(/ +(?=\\n|"$)/g, '');
  return plain(one) === plain(other);
}

function pick(values: Values, fields: readonly SourceField[]): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
