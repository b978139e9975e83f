import { assumedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { type Edit, editSorted, placeFor } from '#dataset/edits/list-edit.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
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

type LocatedReview = Located<StoredReview>;

/** How many files are parsed from one report to the next. */
const REPORTED = 1000;

/** The parsed files of a folder; each is parsed once, when it is added. */
export class ParsedFolder {
  readonly #named = new Map<string, ContentFile>();
  /** Problems of other files, by their paths. */
  readonly #faulty = new Map<string, readonly ContentProblem[]>();
  #reviews: readonly LocatedReview[] = [];

  /** Applies an edit of the files. Returns that of the reviews. */
  update(
    { removed, added }: Edit<ContentFile>,
    report?: (done: number, of: number) => void,
  ): Edit<LocatedReview> {
    // Before anything is changed: a file whose bytes are no longer there throws.
    const parsed = added.map((file, index) => {
      if (report && index % REPORTED === 0) report(index, added.length);
      return { file, ...parseFile(file) };
    });
    const reviews = removed.flatMap(({ path }) => {
      this.#named.delete(path);
      this.#faulty.delete(path);
      return this.#reviewAt(path) ?? [];
    });
    for (const { file, located, problems } of parsed) {
      if (problems) this.#faulty.set(file.path, problems);
      else if (!located) this.#named.set(file.path, file);
    }
    const edit = { removed: reviews, added: parsed.flatMap(({ located }) => located ?? []) };
    this.#reviews = editSorted(this.#reviews, edit, compareLocated).list;
    return edit;
  }

  /** All files together, without those that could not be read or cannot be parsed. / */
  draft(readProblems: readonly ContentProblem[]): Draft {
    const faulty = [...this.#faulty].sort(([a], [b]) => compareTexts(a, b));
    const problems = [...readProblems, ...faulty.flatMap(([, own]) => own)];
    return { ...parseNamedFiles(this.#named, problems), reviews: this.#reviews, problems };
  }

  #reviewAt(path: string): LocatedReview | undefined {
    const place = placeFor(this.#reviews, { file: path }, compareLocated);
    const review = this.#reviews[place];
    return review?.file === path ? review : undefined;
  }
}

type InFile = Pick<LocatedReview, 'file'>;

/** Orders values of files by their paths. */
export function compareLocated(a: InFile, b: InFile): number {
  return compareTexts(a.file, b.file);
}

function parseNamedFiles(
  files: ReadonlyMap<string, ContentFile>,
  problems: ContentProblem[],
): Omit<Draft, 'reviews' | 'problems'> {
  const keep = <Value>(parsed: ParsedFile<Value>): Located<Value> | undefined => {
    if (parsed.problems) problems.push(...parsed.problems);
    return parsed.located;
  };
  // A broken file is not a missing one: names that it may define are not checked.
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

const REVIEW = /^reviews\/.*\.md$/s;

/** A review, or the problems of a file; neither for a fixed name, which is parsed later. */
function parseFile(file: ContentFile): Partial<ParsedFile<StoredReview>> {
  if (NAMED_FILES.includes(file.path) || !isContentName(file.path)) return {};
  if (REVIEW.test(file.path)) return parseContentFile(file, parseReview);
  const { problems } = readText(file);
  if (problems) return { problems };
  return { problems: [warningAt(file.path, FILE_START, describeUnknown(file.path))] };
}

// One list for all, so that what depends on a missing list finds it unchanged.
const NOTHING: readonly never[] = [];

function emptyList(file: string): Located<readonly never[]> {
  return { file, value: NOTHING, openPlaces: () => () => FILE_START };
}

const NO_BUSINESS =
  'is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority, or let "npm run init" write it';
