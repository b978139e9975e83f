import type { z } from 'zod';
import { requiredKeysOf } from '#dataset/explain/schema-at.ts';
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
  const below = findBodyFaults(body).map(
    ({ offset, message }): ContentProblem =>
      problemAt(file, positionIn(text, bodyOffset + offset), `the text ${message}`),
  );
  const problems = [...(parsed.problems ?? []), ...below];
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
  const lines = text.split('\n');
  const refuse = (index: number, message: string) =>
    problemAt(file, { line: index + 1, column: 1 }, message);
  const top = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  );
  const fence = lines[top] ?? '';
  const none = 'has no front matter';
  if (OTHER_FENCE.test(fence)) {
    return refuse(top, `${none}: the line "${fence.trim()}" is not ---; write three hyphens`);
  }
  if (fence.trim() !== '---') {
    const keys = requiredKeysOf(schema).join(', ');
    const remedy = `begin the file with a line ---, a line for each key (${keys}), and another line ---`;
    return refuse(top, `${none}; ${remedy}`);
  }
  if (top > 0 || fence.startsWith(' ')) {
    return refuse(0, `${none}: there are blank lines above ---, or spaces before it; delete them`);
  }
  const open = 'the front matter that begins at line 1 has no closing ---';
  const isFence = (line: string) => OTHER_FENCE.test(line) || line.trim() === '---';
  const other = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (other > 0) {
    const written = shorten((lines[other] ?? '').trimEnd(), 20);
    return refuse(other, `${open}: this line is "${written}"; write just three hyphens`);
  }
  return refuse(0, `${open}; write a line --- below the last key`);
}

/** Lines that are meant as a line of hyphens: dashes, too few or too many, other characters. */
const OTHER_FENCE = /^(?!\s*---\s*$)\s*(?:[=*_~+]{2,20}|[-\u2010-\u2015\u2212]{1,20})\s*$/;

const FRONT_MATTER = /^---[ \t]*\n(?<frontMatter>[\s\S]*?)(?<=\n)---[ \t]*(?:\n(?<body>[\s\S]*))?$/;

/**
 * Returns the front matter of a Markdown file, which begins on line 2, and the text below without
 * blank lines around it, with its offset; undefined if there is no front matter that is closed.
 */
export function splitFrontMatter(text: string) {
  const groups = FRONT_MATTER.exec(text)?.groups;
  if (groups?.frontMatter === undefined) return undefined;
  const below = groups.body ?? '';
  const body = below.trimStart();
  const bodyOffset = text.length - body.length;
  return { frontMatter: groups.frontMatter, body: body.trimEnd(), bodyOffset };
}
