import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { GOLDEN, NAMES } from './golden.ts';
import { type Change, nameAfter } from './mutate-export.ts';

const FIELDS = ['author', 'rating', 'date', 'title', 'text', 'reply', 'url', 'source'] as const;
type Field = (typeof FIELDS)[number];

/** A value, or several of which each is true; none if the row has no readable one. */
const Value = z.union([z.string(), z.number()]).transform(String);
const Values = z.union([Value.transform((one) => [one]), z.array(Value)]);

const Row = z.strictObject({
  ...{ author: Values, rating: Values, date: Values },
  ...{ title: Values, text: Values, reply: Values, url: Values, source: Values },
  /** The platform does not publish it, or its author does not agree. */
  hidden: z.boolean(),
});

/** The contents of an export, as a person reads them. */
export const Truth = z.strictObject({
  file: z.string(),
  delimiter: z.string().default(','),
  args: z.string().default(''),
  source: Values,
  /** The columns that have a part of a review; `state` shows which are public. */
  columns: z.partialRecord(
    z.enum([...FIELDS, 'id', 'state']),
    z.array(z.string().transform((name) => (name.includes('[]') ? name : `[].${name}`))),
  ),
  reviews: z.array(Row.partial().required({ author: true, rating: true, date: true })),
});
export type Truth = z.infer<typeof Truth>;

/** The golden folders with a truth.yaml. */
export const TRUTHS = new Map(
  NAMES.flatMap((name) => {
    const path = join(GOLDEN, name, 'truth.yaml');
    return existsSync(path)
      ? [[name, Truth.parse(parse(readFileSync(path, 'utf8')))] as const]
      : [];
  }),
);

type Imported = {
  readonly change: Change;
  readonly columns: readonly string[];
  readonly out: string;
  readonly stored: readonly StoredReview[];
};

/**
 * Lists what an import of a changed export lost without a word, or stored although it is wrong. A
 * part may only be missing if no column has it, or if its column is named in what is printed.
 */
export function findFaults(truth: Truth, { change, columns, out, stored }: Imported): string[] {
  const namesOf = (field: Field | 'state') =>
    (truth.columns[field] ?? []).flatMap((column) => nameAfter(change, column, columns) ?? []);
  const isTold = (field: Field | 'state') => {
    const names = namesOf(field);
    return names.length === 0 || names.some((name) => mentions(out, name));
  };
  const left = new Set(truth.reviews);
  const faults = stored.flatMap((review) => {
    const found = valuesOf(review);
    const differences = (row: Truth['reviews'][number]) =>
      FIELDS.filter((field) => !expected(row, field, truth).includes(found[field]));
    const [row] = [...left].sort((a, b) => differences(a).length - differences(b).length);
    if (row === undefined) return [`one review too much: ${JSON.stringify(found)}`];
    left.delete(row);
    const wrong = differences(row).flatMap((field) => {
      const isMissing = found[field] === '' || found[field] === 'Anonymous';
      // Without the column of sources, all are from the platform of the file.
      const isOfFile = field === 'source' && truth.source.includes(found.source);
      if ((isMissing || isOfFile) && isTold(field)) return [];
      const right = expected(row, field, truth).join(' or ') || 'nothing';
      if (isMissing && (field === 'url' || out.includes(right))) return [];
      return [`${field} is ${JSON.stringify(found[field])}, not ${right}`];
    });
    const isShown = row.hidden === true && review.verification.status === 'verified';
    return isShown && !isTold('state') ? [...wrong, `published: ${JSON.stringify(found)}`] : wrong;
  });
  const skipped = Number(/skip(?:ped)? +(\d+)/.exec(out)?.[1] ?? 0);
  const lost = truth.reviews.length - stored.length - skipped;
  return lost > 0 ? [...faults, `${lost} rows are gone`] : faults;
}

function expected(row: Truth['reviews'][number], field: Field, truth: Truth): readonly string[] {
  return row[field] ?? (field === 'source' ? truth.source : ['']);
}

function valuesOf(review: StoredReview): Record<Field, string> {
  const { author, rating, datePublished, name, reviewBody, ownerReply, source } = review;
  return {
    ...{ author: author.name, rating: String(rating), date: datePublished, title: name ?? '' },
    ...{ text: reviewBody.trim(), reply: ownerReply?.text ?? '' },
    ...{ url: source.url ?? '', source: source.name },
  };
}

/** True if a name is in a text as a whole, outside the lines of a map (`text: Review`). */
function mentions(text: string, name: string): boolean {
  const lines = text.split('\n').filter((line) => !/^ +\w+: \[?[^.]*$/.test(line));
  const place = ` ${lines.join('\n')} `.indexOf(name);
  return place >= 0;
}
