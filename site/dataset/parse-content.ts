import { z } from 'zod';
import type { Draft, Located } from './content.ts';
import {
  type ContentProblem,
  FILE_START,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from './content-problem.ts';
import { decodeText } from './decode-text.ts';
import { didYouMean } from './nearest-name.ts';
import { parseReview } from './parse-review.ts';
import { parseSummary } from './parse-summary.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import type { ContentFile } from './read-content.ts';
import { StoredBusiness } from './stored-business.ts';
import { StoredQuestion, StoredRemoval } from './stored-editorial.ts';
import { Aspect, Service, ServiceArea, Technician } from './stored-entities.ts';
import { findUnprintable } from './unprintable.ts';

const TOP_LEVEL_FILES = [
  'business.yaml',
  'technicians.yaml',
  'services.yaml',
  'service-areas.yaml',
  'aspects.yaml',
  'faq.yaml',
  'summary.md',
  'removed.yaml',
] as const;

/** An optional file that holds a list; an empty or missing file is an empty list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((input) => input ?? [], z.array(item).readonly());

/**
 * Parses every file by itself. A file with problems is missing from the draft, one that could not
 * be read as well as one that cannot be parsed.
 */
export function parseContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
): Draft {
  const problems: ContentProblem[] = [...readProblems];
  const texts = new Map<string, string>();
  for (const { path, bytes } of files) {
    const decoded = decodeText(path, bytes);
    const problem = 'problem' in decoded ? decoded.problem : unprintableIn(path, decoded.text);
    if (problem) problems.push(problem);
    else if ('text' in decoded) texts.set(path, decoded.text);
  }

  const keep = <Value>(file: string, parsed: Parsed<Value>): Located<Value> | undefined => {
    if (!parsed.problems) return { file, value: parsed.value, locate: parsed.locate };
    problems.push(...parsed.problems);
    return undefined;
  };
  // A broken file is not a missing one: what other files say of it is not held against it.
  const broken = new Set(problems.map(({ file }) => file));
  const isBroken = (file: string) => broken.has(file) || broken.has(WHOLE_FOLDER);
  const readYaml = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    isBroken(file)
      ? undefined
      : keep(file, parseYaml({ file, text: texts.get(file) ?? '' }, schema));

  if (!texts.has('business.yaml') && !isBroken('business.yaml')) {
    problems.push(problemAt('business.yaml', FILE_START, NO_BUSINESS));
  }
  const summary = texts.get('summary.md');
  const draft = {
    business: texts.has('business.yaml') ? readYaml('business.yaml', StoredBusiness) : undefined,
    technicians: readYaml('technicians.yaml', listOf(Technician)),
    services: readYaml('services.yaml', listOf(Service)),
    serviceAreas: readYaml('service-areas.yaml', listOf(ServiceArea)),
    aspects: readYaml('aspects.yaml', listOf(Aspect)),
    questions: readYaml('faq.yaml', listOf(StoredQuestion)),
    removals: readYaml('removed.yaml', listOf(StoredRemoval)),
    summary:
      summary === undefined ? undefined : keep('summary.md', parseSummary('summary.md', summary)),
  };
  const reviews: Located<ReturnType<typeof parseReview>['value'] & {}>[] = [];
  for (const [path, text] of texts) {
    if (/^reviews\/.*\.md$/.test(path)) {
      const review = keep(path, parseReview(path, text));
      if (review) reviews.push(review);
    } else if (!isTopLevelFile(path)) {
      const hint = didYouMean(path, TOP_LEVEL_FILES);
      problems.push(warningAt(path, FILE_START, `is not read: no such content file${hint}`));
    }
  }
  return { ...draft, reviews, problems };
}

const NO_BUSINESS =
  'is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority';

function isTopLevelFile(path: string): boolean {
  return TOP_LEVEL_FILES.some((name) => name === path);
}

function unprintableIn(file: string, text: string): ContentProblem | undefined {
  const found = findUnprintable(text);
  const message = `holds a control character (${found?.codePoint}), which feeds cannot carry; delete it`;
  return found && problemAt(file, found, message);
}
