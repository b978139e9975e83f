import { parseMarkdown } from './parse-markdown.ts';
import type { Parsed } from './parse-yaml.ts';
import { ReviewFrontMatter, type StoredReview } from './stored-review.ts';

/** Parses a review file: YAML front matter, then the review as plain text. */
export function parseReview(file: string, text: string): Parsed<StoredReview> {
  const parsed = parseMarkdown(file, text, ReviewFrontMatter);
  if (parsed.problems) return parsed;
  const { front, body } = parsed.value;
  return { ...parsed, value: { ...front, reviewBody: body } };
}
