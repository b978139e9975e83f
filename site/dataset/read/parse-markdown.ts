import type { z } from 'zod';
import { findCutTexts } from '#dataset/explain/explain-signs.ts';
import { requiredKeysOf } from '#dataset/explain/mend-value.ts';
import {
  inKib,
  isTextShort,
  MAX_FRONT_MATTER_BYTES,
  MAX_TEXT_BYTES,
} from '#dataset/schema/content-limits.ts';
import { type StoredSummary, SummaryFrontMatter } from '#dataset/schema/stored-editorial.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { type ContentProblem, positionIn, problemAt } from '../content-problem.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import { describeUnsafe } from './unsafe-text.ts';

/** Parses a review file: YAML front matter, then the review as plain text. */
export function parseReview(file: string, text: string): Parsed<StoredReview> {
  return parseMarkdown(file, text, ReviewFrontMatter, (front, reviewBody) => ({
    ...front,
    reviewBody,
  }));
}

/** Parses `summary.md`: headline, author, date and findings above, the summary's text below. */
export function parseSummary(file: string, text: string): Parsed<StoredSummary> {
  return parseMarkdown(file, text, SummaryFrontMatter, (front, body) => ({ ...front, text: body }));
}

/** The path of the text below the front matter, which is not one of its keys. */
export const BODY = Symbol('text');

/** Parses a Markdown file whose front matter a schema describes, and joins it with the text below. */
export function parseMarkdown<Schema extends z.ZodType, Value>(
  file: string,
  text: string,
  schema: Schema,
  join: (front: z.output<Schema>, body: string) => Value,
): Parsed<Value> {
  const parts = splitFrontMatter(text);
  if (!parts) return { problems: [explainFences(file, text, schema)] };
  const { frontMatter, body, bodyOffset } = parts;
  const bytes = Buffer.byteLength(frontMatter);
  if (bytes > MAX_FRONT_MATTER_BYTES) {
    const message = `the front matter has ${inKib(bytes)} and may have ${inKib(MAX_FRONT_MATTER_BYTES)} at most; shorten it`;
    return { problems: [problemAt(file, { line: 2, column: 1 }, message)] };
  }
  const parsed = parseYaml({ file, text: frontMatter, firstLine: 2 }, schema);
  const cut = findCutTexts(frontMatter).map(({ offset, message }) =>
    problemAt(file, positionIn(text, text.indexOf('\n') + 1 + offset), message),
  );
  const below = findBodyFaults(body).map(
    ({ offset, message }): ContentProblem =>
      problemAt(file, positionIn(text, bodyOffset + offset), `the text ${message}`),
  );
  const problems = [...(parsed.problems ?? cut), ...below];
  if (parsed.problems || problems.length > 0) return { problems };
  const { value, locate } = parsed;
  return {
    value: join(value, body),
    locate: (path) => (path[0] === BODY ? positionIn(text, bodyOffset) : locate(path)),
  };
}

function findBodyFaults(body: string): ReturnType<typeof describeUnsafe> {
  if (isTextShort(body)) return describeUnsafe(body);
  const size = inKib(Buffer.byteLength(body));
  const message = `has ${size} and may have ${inKib(MAX_TEXT_BYTES)} at most; shorten it`;
  return [{ offset: 0, message }];
}

/** Explains why a file cannot be split: what is in place of its two lines of hyphens. */
function explainFences(file: string, text: string, schema: z.ZodType): ContentProblem {
  const refuse = (line: number, message: string) => problemAt(file, { line, column: 1 }, message);
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const fence = lines[first] ?? '';
  if (OTHER_FENCE.test(fence)) {
    return refuse(
      first + 1,
      `has no front matter: the line "${fence.trim()}" is not ---; write three hyphens`,
    );
  }
  if (fence.trim() !== '---') {
    const keys = requiredKeysOf(schema).join(', ');
    const isKey = /^\w+:/.test(fence);
    const remedy = isKey
      ? 'write a line --- above the first key, and another one below the last'
      : `begin the file with a line ---, a line for each key (${keys}), and another line ---`;
    return refuse(first < 0 ? 1 : first + 1, `has no front matter; ${remedy}`);
  }
  if (first > 0) {
    return refuse(1, `has no front matter: the first line is blank; delete everything above ---`);
  }
  if (fence.startsWith(' '))
    return refuse(1, 'has no front matter: there is a space before ---; delete it');
  const other = lines.findIndex(
    (line, index) => index > 0 && (OTHER_FENCE.test(line) || line.trim() === '---'),
  );
  if (other > 0) {
    return refuse(
      other + 1,
      `the front matter that begins at line 1 has no closing ---: this line is "${shorten((lines[other] ?? '').trimEnd(), 20)}"; write just three hyphens`,
    );
  }
  const end = lines.findIndex(
    (line, index) => index > 0 && !/^(?:\s+\S|[\w-]+ *:|#|-\s)/.test(line),
  );
  const place =
    end > 0 ? `write a line --- below line ${end}` : 'write a line --- below the last key';
  return refuse(1, `the front matter that begins at line 1 has no closing ---; ${place}`);
}

/** Lines that are meant as a line of hyphens: dashes, too few or too many, other characters. */
const OTHER_FENCE = /^(?!\s*---\s*$)\s*(?:[=*_~+]{2,20}|[-\u2010-\u2015\u2212]{1,20})\s*$/;

const FRONT_MATTER = /^---[ \t]*\n(?<frontMatter>[\s\S]*?)(?<=\n)---[ \t]*(?:\n(?<body>[\s\S]*))?$/;

/** The parts of a Markdown file. */
type Parts = {
  /** It begins on line 2. */
  readonly frontMatter: string;
  /** The text below, without blank lines around it. */
  readonly body: string;
  /** The offset of the body in the file. */
  readonly bodyOffset: number;
};

/** Splits a Markdown file. Returns undefined if the front matter is missing or not closed. */
export function splitFrontMatter(text: string): Parts | undefined {
  const groups = FRONT_MATTER.exec(text)?.groups;
  if (groups?.frontMatter === undefined) return undefined;
  const below = groups.body ?? '';
  const body = below.trimStart();
  const bodyOffset = text.length - body.length;
  return { frontMatter: groups.frontMatter, body: body.trimEnd(), bodyOffset };
}
