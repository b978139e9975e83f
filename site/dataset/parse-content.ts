import { assumedAspects } from './aspect-lists.ts';
import type { Draft, Located } from './content.ts';
import {
  type ContentProblem,
  FILE_START,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from './content-problem.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { didYouMean } from './nearest-name.ts';
import { type ParsedFile, parseContentFile, readText } from './parse-content-file.ts';
import {
  NAMED_FILES,
  parseAspectsFile,
  parseBusinessFile,
  parseQuestionsFile,
  parseRemovalsFile,
  parseServiceAreasFile,
  parseServicesFile,
  parseSummaryFile,
  parseTechniciansFile,
} from './parse-named-file.ts';
import { parseReview } from './parse-review.ts';
import type { ContentFile } from './read-content.ts';
import type { StoredReview } from './stored-review.ts';

/**
 * Puts together what every file says by itself. A file with problems is missing from the draft, one
 * that could not be read as well as one that cannot be parsed.
 */
export type ParseContent = (
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[],
) => Draft;

/** Parses one folder after another; a file that is the same object is parsed once. */
export function createContentParser(): ParseContent {
  const sort = createFlatMapper((file: ContentFile) => [sortFile(file)]);
  const pickReviews = createFlatMapper((sorted: SortedFile) =>
    sorted.located ? [sorted.located] : [],
  );
  const pickOthers = createFlatMapper((sorted: SortedFile) => (sorted.located ? [] : [sorted]));
  return (files, readProblems) => {
    const sorted = sort(files);
    const others = pickOthers(sorted);
    const problems = [...readProblems, ...others.flatMap(({ problems: own = [] }) => own)];
    const named = new Map(others.flatMap(({ named }) => (named ? [[named.path, named]] : [])));
    return { ...parseNamedFiles(named, problems), reviews: pickReviews(sorted), problems };
  };
}

function parseNamedFiles(
  files: ReadonlyMap<string, ContentFile>,
  problems: ContentProblem[],
): Omit<Draft, 'reviews' | 'problems'> {
  const keep = <Value>(parsed: ParsedFile<Value>): Located<Value> | undefined => {
    if (parsed.problems) problems.push(...parsed.problems);
    return parsed.located;
  };
  // A broken file is not a missing one: what other files say of it is not held against it.
  const unread = new Set(problems.map(({ file }) => file));
  const isMissing = (name: string) => !unread.has(name) && !unread.has(WHOLE_FOLDER);
  const keepNamed = <Value>(name: string, parse: Parse<Value>, assume: () => Located<Value>) => {
    const file = files.get(name);
    if (file) return keep(parse(file));
    return isMissing(name) ? assume() : undefined;
  };
  const keepList = <Item>(name: string, parse: Parse<readonly Item[]>) =>
    keepNamed(name, parse, () => emptyList(name));
  const business = files.get('business.yaml');
  const summary = files.get('summary.md');
  if (!business && isMissing('business.yaml')) {
    problems.push(problemAt('business.yaml', FILE_START, NO_BUSINESS));
  }
  return {
    business: business && keep(parseBusinessFile(business)),
    technicians: keepList('technicians.yaml', parseTechniciansFile),
    services: keepList('services.yaml', parseServicesFile),
    serviceAreas: keepList('service-areas.yaml', parseServiceAreasFile),
    aspects: keepNamed('aspects.yaml', parseAspectsFile, assumedAspects),
    questions: keepList('faq.yaml', parseQuestionsFile),
    removals: keepList('removed.yaml', parseRemovalsFile),
    summary: summary && keep(parseSummaryFile(summary)),
  };
}

type Parse<Value> = (file: ContentFile) => ParsedFile<Value>;

/** A review, a file with a name of its own, or the problems of whatever else. */
type SortedFile = ParsedFile<StoredReview> & { readonly named?: ContentFile };

const REVIEW = /^reviews\/.*\.md$/;
/** Editors put notes to each other there. */
const README = /\/readme\.md$/i;

function sortFile(file: ContentFile): SortedFile {
  if (NAMED_FILES.includes(file.path)) return { problems: [], named: file };
  if (REVIEW.test(file.path) && !README.test(file.path)) return parseContentFile(file, parseReview);
  const { problems } = readText(file);
  if (problems) return { problems };
  const hint = didYouMean(file.path, NAMED_FILES);
  const message = `is not read: no such content file${hint}`;
  return { problems: [warningAt(file.path, FILE_START, message)] };
}

// One list for all, so that what depends on a missing list is found to depend on the same.
const NOTHING: readonly never[] = [];

function emptyList(file: string): Located<readonly never[]> {
  return { file, value: NOTHING, openPlaces: () => () => FILE_START };
}

const NO_BUSINESS =
  'is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority';
