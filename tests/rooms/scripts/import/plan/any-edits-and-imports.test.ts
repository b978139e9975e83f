import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { decodeText } from '#dataset/read/decode-text.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { SOURCE_FIELDS, type SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile } from '../../../../../scripts/content/stored-folder.ts';
import { planImport } from '../../../../../scripts/import/plan/plan.ts';
import { Memory, type SourceValue } from '../../../../../scripts/import/plan/source-memory.ts';
import type { IncomingReview } from '../../../../../scripts/import/rows/incoming-review.ts';
import { NO_CONTENT } from '../../../../../scripts/import/write/stored-content.ts';
import { runs } from '../../../../support/at-length.ts';

/** What a source and an editor may say of each part. Both have the same, so that they may agree. */
const VALUES = {
  // As it is stored: the source has the whole name.
  author: ['Petra V.', 'Petra S.', 'Olaf T.', 'Anonymous'],
  datePublished: ['2026-01-01', '2026-01-02', '2026-01-03'],
  dateCreated: [undefined, '2026-01-01T10:15:00Z', '2026-01-02T10:15:00Z'],
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
  { weight: 4, arbitrary: fc.record({ edit: change, isWithheld: fc.boolean() }) },
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

const OPTIONS = { names: undefined, isVerified: true, today: '2026-10-06' };
const EVERYTHING: ReadonlySet<SourceField> = new Set(SOURCE_FIELDS);
/** Exports of sources without ids have these, or nothing shows which reviews they are. */
const IDENTITY = ['author', 'datePublished', 'reviewBody'] as const;

test('whatever editors and the source change, and when imports run, no decision is lost', () => {
  fc.assert(
    fc.property(anyValues, sourceIds, fc.array(step, { maxLength: 24 }), (first, id, steps) => {
      const world = new World(first, id);
      for (const one of steps) {
        if ('edit' in one) world.edit(one.edit, one.isWithheld);
        else if ('source' in one) world.source = { ...world.source, ...one.source };
        else if ('importOf' in one) world.import(new Set(one.importOf));
        else if ('tool' in one) world.useTool(one.tool);
        else if ('move' in one) world.move(one.move);
        else world.forget();
      }
      world.import(EVERYTHING);
      world.takeDown();
    }),
    { numRuns: runs(400) },
  );
});

/** One review at its source and as it is stored, and the owner of each of its parts. */
class World {
  source: Values;
  readonly #first: Values;
  readonly #sourceId: string | undefined;
  #file: StoredFile;
  #memory = new Memory('a salt');
  /** What the source last said of a part. That is known unless the memory was lost. */
  #last: Partial<Record<SourceField, { readonly value: SourceValue }>>;
  /** The name and the text by which an import knows it: what the source last said of them. */
  #known: Partial<Pick<Values, 'author' | 'reviewBody'>>;
  /** True if an import was the same review. */
  #isFound = false;

  constructor(first: Values, sourceId: string | undefined) {
    this.source = first;
    this.#first = first;
    this.#sourceId = sourceId;
    const [addition] = this.#plan([], EVERYTHING, { isKept: true }).added;
    assert.ok(addition);
    this.#file = fileOf(addition.file, addition.text);
    this.#known = first;
    this.#last = Object.fromEntries(
      SOURCE_FIELDS.map((field) => [field, { value: this.source[field] }]),
    );
  }

  /** As an editor's tool writes it: another order and style, all values as they are. */
  edit(values: Partial<Values>, isWithheld: boolean): void {
    const { reviewBody, ...frontMatter } = this.#file.review;
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
        ...(isWithheld && {
          verification: { status: 'withheld', reason: 'spam', date: '2026-10-07' },
        }),
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

  /** As on another computer. */
  forget(): void {
    this.#last = {};
    this.#known = {};
    this.#memory = new Memory('another salt');
    this.#isFound = false;
  }

  /** As README.md says: its file is deleted, its id is in removed.yaml. Else it comes back pending. */
  takeDown(): void {
    if (!this.#isFound) return;
    const { id } = this.#file.review;
    assert.deepEqual(this.#plan([], EVERYTHING, { removed: [id] }).added, []);
    const [back] = this.#plan([], EVERYTHING).added;
    assert.deepEqual([back?.doubt, back?.isPending], [`${id}, whose file was deleted`, true]);
  }

  /** Imports, and compares what is stored then with what should be. */
  import(fields: ReadonlySet<SourceField>): void {
    const speaksOf = this.#sourceId === undefined ? fields.union(new Set(IDENTITY)) : fields;
    this.#isFound = this.#sourceId !== undefined || this.#isSame(speaksOf);
    if (!this.#isFound) {
      this.#expectNew(speaksOf);
      return;
    }
    const { file, review } = this.#file;
    const expected = SOURCE_FIELDS.map((field) =>
      speaksOf.has(field)
        ? this.#expect(field)
        : ({ field, kind: 'same', value: partOf(review, field) } as const),
    );
    const plan = this.#plan([this.#file], speaksOf, { isKept: true });
    const [update] = plan.updates;
    assert.ok(update, JSON.stringify(plan.skipped));
    assert.equal(update.file, file);
    for (const field of speaksOf) this.#learn(field);
    this.#known = {
      ...this.#known,
      ...pick(
        this.source,
        IDENTITY.filter((one) => speaksOf.has(one)),
      ),
    };
    if (update.text !== undefined) this.#file = fileOf(file, update.text);
    const marks = this.#memory.get(review.id);
    for (const { field, kind, value } of expected) {
      assertSays(this.#file.review, field, value);
      for (const one of ['taken', 'conflicts'] as const) {
        const isTold = update[one].some((difference) => difference.field === field);
        assert.equal(isTold, one === kind, `${field} is ${one}, expected ${kind}`);
      }
      const last = this.#last[field];
      assert.equal(marks.get(field), last ? this.#memory.mark(field, last.value) : '?', field);
    }
    assert.equal(update.kept, expected.filter(({ kind }) => kind === 'kept').length);
    for (const key of ['id', 'verification', 'relationship', 'technicians'] as const) {
      assert.deepEqual(this.#file.review[key], review[key]);
    }
    const again = this.#plan([this.#file], speaksOf);
    assert.equal(again.updates[0]?.text, undefined, 'the same export again changes nothing');
    assert.deepEqual([again.updates[0]?.taken, again.updates[0]?.conflicts], [[], []]);
    assert.equal(again.lines.size, 0);
  }

  /** Rules 2 and 3, and the review id, of a row without the id of its source. */
  #isSame(speaksOf: ReadonlySet<SourceField>): boolean {
    const { author, reviewBody } = this.source;
    const has = (field: SourceField) => this.#isAsKnown(field);
    if (!has('author'))
      return IDENTITY.every((field) => isAlike(this.#first[field], this.source[field]));
    const isSameTime = this.#isSameTime(speaksOf);
    const isNamed = author !== 'Anonymous';
    const isSameText = has('reviewBody') && (reviewBody !== '' || (isNamed && has('rating')));
    if (isSameTime && isNamed && has('rating')) return true;
    if (isSameText && (isSameTime || has('datePublished'))) return true;
    return IDENTITY.every((field) => isAlike(this.#first[field], this.source[field]));
  }

  /** A row that is no stored review is new, and pending where it may be a version of one. */
  #expectNew(speaksOf: ReadonlySet<SourceField>): void {
    const isForgotten = !(this.#known.author && this.#last.datePublished);
    const has = (field: SourceField) => this.#isAsKnown(field);
    const shared = [
      has('author'),
      has('datePublished') || this.#isSameTime(speaksOf),
      has('reviewBody') && this.source.reviewBody !== '',
    ].filter(Boolean).length;
    const isDoubted = shared > 1 || (isForgotten && has('datePublished'));
    const { added, updates, skipped } = this.#plan([this.#file], speaksOf);
    assert.deepEqual([added.length, updates, skipped], [1, [], []]);
    const doubt = isDoubted ? this.#file.file : undefined;
    assert.deepEqual([added[0]?.doubt, added[0]?.isPending], [doubt, isDoubted]);
  }

  #isSameTime(speaksOf: ReadonlySet<SourceField>): boolean {
    const isStated = speaksOf.has('dateCreated') && this.source.dateCreated !== undefined;
    return isStated && this.#isAsKnown('dateCreated');
  }

  /** True if the source says what it last said or, where that is not known, what is stored. */
  #isAsKnown(field: SourceField): boolean {
    const known = field === 'author' || field === 'reviewBody' ? this.#known[field] : undefined;
    const last = known === undefined ? this.#last[field] : { value: known };
    return isAlike(last ? last.value : partOf(this.#file.review, field), this.source[field]);
  }

  /** What the source says wins where the editor left alone what it said last, and nowhere else. */
  #expect(field: SourceField) {
    const value = partOf(this.#file.review, field);
    const said = this.source[field];
    const last = this.#last[field];
    if (isAlike(value, said)) return { field, kind: 'same', value } as const;
    if (!last) return { field, kind: 'conflicts', value } as const;
    if (isAlike(value, last.value)) return { field, kind: 'taken', value: said } as const;
    return { field, kind: isAlike(said, last.value) ? 'kept' : 'conflicts', value } as const;
  }

  /** What an import knows afterwards of what the source said. */
  #learn(field: SourceField): void {
    const [value, said] = [partOf(this.#file.review, field), this.source[field]];
    const last = this.#last[field];
    const isGone = isNothing(value) && isNothing(said) && last && !isNothing(last.value);
    // An editor deleted it, and the source as well: it stays deleted.
    if (!isGone) this.#last[field] = { value: said };
  }

  #plan(
    files: readonly StoredFile[],
    speaksOf: ReadonlySet<SourceField>,
    { isKept = false, removed = [] }: { isKept?: boolean; removed?: readonly string[] } = {},
  ) {
    const said = <Value>(field: SourceField, value: Value) =>
      speaksOf.has(field) ? value : undefined;
    const incoming: IncomingReview = {
      place: 'line 2',
      sourceName: 'Place',
      sourceId: this.#sourceId,
      // The importer of CSV makes it of author, date and text.
      key: this.#sourceId ?? IDENTITY.map((field) => this.source[field]).join('\n'),
      authorName: said('author', WHOLE_NAMES[this.source.author]),
      datePublished: this.source.datePublished,
      dateCreated: said('dateCreated', this.source.dateCreated),
      dateModified: said('dateModified', this.source.dateModified),
      rating: this.source.rating,
      name: said('name', this.source.name),
      inLanguage: said('inLanguage', this.source.inLanguage),
      url: said('url', this.source.url),
      ownerReply: said('ownerReply', this.source.ownerReply),
      reviewBody: said('reviewBody', this.source.reviewBody) ?? '',
      notes: [],
    };
    const input = { reviews: [incoming], skipped: [], remarks: [], speaksOf, isPartial: false };
    const stored = { ...NO_CONTENT, files, removedIds: new Set(removed) };
    const plan = planImport(input, stored, OPTIONS, this.#memory);
    const { salt, lines } = this.#memory;
    if (isKept) this.#memory = new Memory(salt, new Map([...lines, ...plan.lines]));
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
