import { FILE_START, problemAt } from './content-problem.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { ReviewFrontMatter, type StoredReview } from './stored-review.ts';

/** Parses a review file: YAML front matter, then the review as plain text. */
export function parseReview(file: string, text: string): Parsed<StoredReview> {
  const parts = splitFrontMatter(text);
  if (!parts) return { problems: [problemAt(file, FILE_START, NO_FRONT_MATTER)] };
  const parsed = parseYaml({ file, text: parts.frontMatter, firstLine: 2 }, ReviewFrontMatter);
  if (parsed.problems) return parsed;
  return { ...parsed, value: { ...parsed.value, reviewBody: parts.body } };
}

export const NO_FRONT_MATTER =
  'has no front matter; begin the file with a line of three hyphens, the keys, and another such line';
