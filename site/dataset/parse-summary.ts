import { FILE_START, problemAt } from './content-problem.ts';
import { NO_FRONT_MATTER } from './parse-review.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { type StoredSummary, SummaryFrontMatter } from './stored-editorial.ts';

/** Parses `summary.md`: headline, author, date and findings above, the summary's text below. */
export function parseSummary(file: string, text: string): Parsed<StoredSummary> {
  const parts = splitFrontMatter(text);
  if (!parts) return { problems: [problemAt(file, FILE_START, NO_FRONT_MATTER)] };
  const parsed = parseYaml({ file, text: parts.frontMatter, firstLine: 2 }, SummaryFrontMatter);
  if (parsed.problems) return parsed;
  return { ...parsed, value: { ...parsed.value, text: parts.body } };
}
