import { assumedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  FILE_START,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from '../content-problem.ts';
import type { ContentFile } from './content-file.ts';
import { readText } from './decode-text.ts';
import {
  type ParsedFile,
  parseAspectsFile,
  parseBusinessFile,
  parseContentFile,
  parseQuestionsFile,
  parseRemovalsFile,
  parseServiceAreasFile,
  parseServicesFile,
  parseSummaryFile,
  parseTechniciansFile,
} from './parse-content-file.ts';
import { parseReview } from './parse-markdown.ts';
import { describeUnknown, isContentName, NAMED_FILES } from './unread-files.ts';

/** How many files are parsed from one report to the next. */
const REPORTED = 1000;

/**
 * Parses the files of a folder, given in the order of their paths; each is parsed once. A file whose
 * bytes are no longer there throws. Files that could not be read or cannot be parsed are left out.
 */
export function parseContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[],
  report?: (done: number, of: number) => void,
): Draft {
  const named = new Map<string, ContentFile>();
  const reviews: Located<StoredReview>[] = [];
  const problems = [...readProblems];
  for (const [index, file] of files.entries()) {
    if (report && index % REPORTED === 0) report(index, files.length);
    const parsed = parseFile(file);
    if (parsed.located) reviews.push(parsed.located);
    else if (parsed.problems) problems.push(...parsed.problems);
    else named.set(file.path, file);
  }
  return { ...parseNamedFiles(named, problems), reviews, problems };
}

/** Parses the files with fixed names, and adds what is wrong with them to the problems. */
function parseNamedFiles(
  files: ReadonlyMap<string, ContentFile>,
  problems: ContentProblem[],
): Omit<Draft, 'reviews' | 'problems'> {
  // A broken file is not a missing one: names that it may define are not checked.
  const unread = new Set(problems.map(({ file }) => file));
  const keep = <Value>(name: string, parse: Parse<Value>, assume: Assume<Value>) => {
    const file = files.get(name);
    if (!file) return unread.has(name) || unread.has(WHOLE_FOLDER) ? undefined : assume(name);
    const parsed = parse(file);
    if (parsed.problems) problems.push(...parsed.problems);
    return parsed.located;
  };
  const refuseMissing = (name: string) => {
    problems.push(problemAt(name, FILE_START, NO_BUSINESS));
    return undefined;
  };
  return {
    business: keep('business.yaml', parseBusinessFile, refuseMissing),
    technicians: keep('technicians.yaml', parseTechniciansFile, emptyList),
    services: keep('services.yaml', parseServicesFile, emptyList),
    serviceAreas: keep('service-areas.yaml', parseServiceAreasFile, emptyList),
    aspects: keep('aspects.yaml', parseAspectsFile, assumedAspects),
    questions: keep('faq.yaml', parseQuestionsFile, emptyList),
    removals: keep('removed.yaml', parseRemovalsFile, emptyList),
    summary: keep('summary.md', parseSummaryFile, () => undefined),
  };
}

type Parse<Value> = (file: ContentFile) => ParsedFile<Value>;

/** What is there instead of a missing file. */
type Assume<Value> = (name: string) => Located<Value> | undefined;

const REVIEW = /^reviews\/.*\.md$/s;

/** A review, or the problems of a file; neither for a fixed name, which is parsed later. */
const parseFile = memoize((file: ContentFile): Partial<ParsedFile<StoredReview>> => {
  if (NAMED_FILES.includes(file.path) || !isContentName(file.path)) return {};
  if (REVIEW.test(file.path)) return parseContentFile(file, parseReview);
  const { problems } = readText(file);
  return {
    problems: problems ?? [warningAt(file.path, FILE_START, describeUnknown(file.path))],
  };
});

// One list for all, so that what depends on a missing list finds it unchanged.
const NOTHING: readonly never[] = [];

function emptyList(file: string): Located<readonly never[]> {
  return { file, value: NOTHING, openPlaces: () => () => FILE_START };
}

const NO_BUSINESS =
  'is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority, or let "npm run init" write it';
