import type { z } from 'zod';
import {
  inKib,
  isTextShort,
  MAX_FRONT_MATTER_BYTES,
  MAX_TEXT_BYTES,
} from '#dataset/schema/content-limits.ts';
import { type StoredSummary, SummaryFrontMatter } from '#dataset/schema/stored-editorial.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import { type ContentProblem, FILE_START, positionIn, problemAt } from '../content-problem.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import { describeUnsafe } from './unsafe-text.ts';

/** Parses a review file: YAML front matter, then the review as plain text. */
export function parseReview(file: string, text: string): Parsed<StoredReview> {
  const parsed = parseMarkdown(file, text, ReviewFrontMatter);
  if (parsed.problems) return parsed;
  const { front, body } = parsed.value;
  return { ...parsed, value: { ...front, reviewBody: body } };
}

/** Parses `summary.md`: headline, author, date and findings above, the summary's text below. */
export function parseSummary(file: string, text: string): Parsed<StoredSummary> {
  const parsed = parseMarkdown(file, text, SummaryFrontMatter);
  if (parsed.problems) return parsed;
  const { front, body } = parsed.value;
  return { ...parsed, value: { ...front, text: body } };
}

/** A Markdown file: its front matter, and the plain text below. */
type Markdown<Front> = { readonly front: Front; readonly body: string };

/** Parses a Markdown file whose front matter a schema describes. */
export function parseMarkdown<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
): Parsed<Markdown<z.output<Schema>>> {
  const parts = splitFrontMatter(text);
  if (!parts) return { problems: [problemAt(file, FILE_START, NO_FRONT_MATTER)] };
  const { frontMatter, body, bodyOffset } = parts;
  const bytes = Buffer.byteLength(frontMatter);
  if (bytes > MAX_FRONT_MATTER_BYTES) {
    const message = `the front matter has ${inKib(bytes)} and may have ${inKib(MAX_FRONT_MATTER_BYTES)} at most; shorten it`;
    return { problems: [problemAt(file, { line: 2, column: 1 }, message)] };
  }
  const parsed = parseYaml({ file, text: frontMatter, firstLine: 2 }, schema);
  const below = findBodyFaults(body).map(
    ({ offset, message }): ContentProblem =>
      problemAt(file, positionIn(text, bodyOffset + offset), `the text ${message}`),
  );
  if (parsed.problems) return { problems: [...parsed.problems, ...below] };
  if (below.length > 0) return { problems: below };
  return { value: { front: parsed.value, body }, locate: parsed.locate };
}

function findBodyFaults(body: string): ReturnType<typeof describeUnsafe> {
  if (isTextShort(body)) return describeUnsafe(body);
  const size = inKib(Buffer.byteLength(body));
  const message = `has ${size} and may have ${inKib(MAX_TEXT_BYTES)} at most; shorten it`;
  return [{ offset: 0, message }];
}

const NO_FRONT_MATTER =
  'has no front matter; begin the file with a line of three hyphens, the keys, and another such line';

const FRONT_MATTER = /^---[ \t]*\n(?<frontMatter>[\s\S]*?)(?<=\n)---[ \t]*(?:\n(?<body>[\s\S]*))?$/;

/** The parts of a Markdown file. */
type Parts = {
  /** It begins on line 2. */
  readonly frontMatter: string;
  /** The text below, without blank lines around it. */
  readonly body: string;
  /** Where the body begins in the file. */
  readonly bodyOffset: number;
};

/** Splits a Markdown file. Returns undefined where the front matter is missing or unclosed. */
export function splitFrontMatter(text: string): Parts | undefined {
  const groups = FRONT_MATTER.exec(text)?.groups;
  if (groups?.frontMatter === undefined) return undefined;
  const below = groups.body ?? '';
  const body = below.trimStart();
  const bodyOffset = text.length - body.length;
  return { frontMatter: groups.frontMatter, body: body.trimEnd(), bodyOffset };
}
