import { parseMarkdown } from './parse-markdown.ts';
import type { Parsed } from './parse-yaml.ts';
import { type StoredSummary, SummaryFrontMatter } from './stored-editorial.ts';

/** Parses `summary.md`: headline, author, date and findings above, the summary's text below. */
export function parseSummary(file: string, text: string): Parsed<StoredSummary> {
  const parsed = parseMarkdown(file, text, SummaryFrontMatter);
  if (parsed.problems) return parsed;
  const { front, body } = parsed.value;
  return { ...parsed, value: { ...front, text: body } };
}
