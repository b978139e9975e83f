import { z } from 'zod';

/** Every page has all points in these; performance is the machine's as well, and only reported. */
const REQUIRED = ['accessibility', 'best-practices', 'seo'] as const;

const Category = z.object({
  title: z.string(),
  /** From 0 to 1, rounded to hundredths; null where an audit could not be run. */
  score: z.number().nullable(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});

const Element = z.object({ snippet: z.string(), explanation: z.string().optional() });

/** What is an element stands under `node`, or under `source` in the audits of search engines. */
const Item = z
  .union([
    z.object({ node: Element }).transform(({ node }) => node),
    z.object({ source: Element }).transform(({ source }) => source),
  ])
  .transform(({ snippet, explanation }) => [snippet, ...(explanation ? [explanation] : [])])
  .or(z.unknown().transform((item) => [JSON.stringify(item).slice(0, LONGEST_ITEM)]));

const Audit = z.object({
  title: z.string(),
  /** Null where it does not apply to the page, is only for reading, or failed to run. */
  score: z.number().nullable(),
  scoreDisplayMode: z.string(),
  explanation: z.string().optional(),
  errorMessage: z.string().optional(),
  /** Audits of speed have other kinds of details. */
  details: z
    .object({ items: z.array(Item) })
    .optional()
    .catch(undefined),
});
type Audit = z.infer<typeof Audit>;

/** The part of Lighthouse's report that is judged. */
export const LighthouseReport = z.object({
  /** Why the page could not be looked at, such as an answer of 404. */
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.object({
    performance: Category,
    accessibility: Category,
    'best-practices': Category,
    seo: Category,
  }),
  audits: z.record(z.string(), Audit),
});
export type LighthouseReport = z.infer<typeof LighthouseReport>;

export type Verdict = {
  /** In whole points from 0 to 100, null where there are none. */
  readonly points: Readonly<Record<keyof LighthouseReport['categories'], number | null>>;
  /** A sentence for each audit that fails in a category that is required; empty for a good page. */
  readonly faults: readonly string[];
};

const MOST_ITEMS = 3;
const LONGEST_ITEM = 300;

/**
 * Judges a page by its report: every audit that counts in a required category has to pass. Points
 * alone would not do, as they are rounded: a light audit that fails can leave 100.
 */
export function judgeReport({ runtimeError, categories, audits }: LighthouseReport): Verdict {
  const points = {
    performance: pointsOf(categories.performance),
    accessibility: pointsOf(categories.accessibility),
    'best-practices': pointsOf(categories['best-practices']),
    seo: pointsOf(categories.seo),
  };
  if (runtimeError) return { points, faults: [runtimeError.message] };
  const faults = REQUIRED.flatMap((id) => {
    const { title, score, auditRefs } = categories[id];
    const failed = auditRefs.flatMap(({ id: audit, weight }) => {
      const found = audits[audit];
      return weight > 0 && found && hasFailed(found) ? [`${audit}: ${describe(found)}`] : [];
    });
    // Whatever takes points, no page passes without all of them.
    if (failed.length === 0 && score !== 1) failed.push(`${points[id] ?? 'no'} points`);
    return failed.map((fault) => `${title}, ${fault}`);
  });
  return { points, faults };
}

function pointsOf({ score }: z.infer<typeof Category>): number | null {
  return score === null ? null : Math.round(score * 100);
}

function hasFailed({ score, scoreDisplayMode }: Audit): boolean {
  return score === null ? scoreDisplayMode === 'error' : score < 1;
}

function describe({ title, explanation, errorMessage, details }: Audit): string {
  const items = details?.items ?? [];
  const shown = items.slice(0, MOST_ITEMS).map((item) => item.join(' '));
  const more = items.length - shown.length;
  const parts = [title, explanation, errorMessage, ...shown, more > 0 ? `${more} more` : undefined];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .join('; ');
}
