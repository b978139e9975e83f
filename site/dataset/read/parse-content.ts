import { z } from 'zod';
import {
  assumedAspects,
  type ResolvedAspects,
  resolveAspects,
  shippedList,
} from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import { StoredAspects } from '#dataset/schema/stored-aspects.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { StoredQuestion, StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { Service, ServiceArea, Technician } from '#dataset/schema/stored-entities.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  FILE_START,
  placeFindings,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from '../content-problem.ts';
import { type ContentFile, digestFile } from './content-file.ts';
import { readText } from './decode-text.ts';
import { parseReview, parseSummary } from './parse-markdown.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import { describeUnknown, isContentName, NAMED_FILES } from './unread-files.ts';

/** Parses the files of a folder, in the order of their paths, except broken ones; each once. */
export function parseContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[],
): Draft {
  const named = new Map<string, ContentFile>();
  const reviews: Located<StoredReview>[] = [];
  const problems = [...readProblems];
  for (const file of files) {
    const parsed = parseFile(file);
    if (parsed.located) reviews.push(parsed.located);
    else if (parsed.problems) problems.push(...parsed.problems);
    else named.set(file.path, file);
  }
  return { ...parseNamedFiles(named, problems), reviews, problems };
}

/** The value of a file, or the problems that prevent it. */
type ParsedFile<Value> =
  | { readonly located: Located<Value>; readonly problems?: undefined }
  | { readonly located?: undefined; readonly problems: readonly ContentProblem[] };

type ParseFile<Value> = (file: ContentFile) => ParsedFile<Value>;

/** Parses the files with fixed names, and adds their problems to the others. */
function parseNamedFiles(
  files: ReadonlyMap<string, ContentFile>,
  problems: ContentProblem[],
): Omit<Draft, 'reviews' | 'problems'> {
  // A broken file is not a missing one: names that it may define are not checked.
  const unread = new Set(problems.map(({ file }) => file));
  /** `assume` replaces a missing file. */
  const keep = <Value>(
    name: string,
    parse: ParseFile<Value>,
    assume: (name: string) => Located<Value> | undefined,
  ) => {
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
    business: keep('business.yaml', parseBusiness, refuseMissing),
    technicians: keep('technicians.yaml', parseTechnicians, emptyList),
    services: keep('services.yaml', parseServices, emptyList),
    serviceAreas: keep('service-areas.yaml', parseServiceAreas, emptyList),
    aspects: keep('aspects.yaml', parseAspectsFile, assumedAspects),
    questions: keep('faq.yaml', parseQuestions, emptyList),
    removals: keep('removed.yaml', parseRemovalsFile, emptyList),
    summary: keep('summary.md', parseSummaryFile, () => undefined),
  };
}

const REVIEW = /^reviews\/.*\.md$/s;

/** Returns a review, or the problems of a file; neither for a fixed name, which is parsed later. */
const parseFile = memoize((file: ContentFile): Partial<ParsedFile<StoredReview>> => {
  if (NAMED_FILES.includes(file.path) || !isContentName(file.path)) return {};
  if (REVIEW.test(file.path)) return parseContentFile(file, parseReview);
  const { problems } = readText(file);
  return {
    problems: problems ?? [warningAt(file.path, FILE_START, describeUnknown(file.path))],
  };
});

/** Creates a parser of YAML files with a schema, which parses each file once. */
const createYamlParser = <Schema extends z.ZodType>(schema: Schema) =>
  memoize(
    (file: ContentFile): ParsedFile<z.output<Schema>> =>
      parseContentFile(file, (path, text) => parseYaml({ file: path, text }, schema)),
  );

/** Creates a parser of files with a list; an empty file is an empty list. */
const createListParser = <Item extends z.ZodType>(item: Item) =>
  createYamlParser(z.preprocess((input) => input ?? [], z.array(item).readonly()));

const parseBusiness = createYamlParser(StoredBusiness);
const parseTechnicians = createListParser(Technician);
const parseServices = createListParser(Service);
const parseServiceAreas = createListParser(ServiceArea);
const parseQuestions = createListParser(StoredQuestion);
export const parseRemovalsFile = createListParser(StoredRemoval);
const parseSummaryFile = memoize((file: ContentFile) => parseContentFile(file, parseSummary));
const parseStoredAspects = createYamlParser(StoredAspects);

/** Parses aspects.yaml, in either form, and resolves it. */
export const parseAspectsFile = memoize((file: ContentFile): ParsedFile<ResolvedAspects> => {
  const { located, problems } = parseStoredAspects(file);
  if (problems) return { problems };
  const { value, findings } = resolveAspects(located.value, shippedList);
  if (findings.length > 0) return { problems: placeFindings(located, findings) };
  return { located: { ...located, value } };
});

type Parse<Value> = (path: string, text: string) => Parsed<Value>;

/** Parses one file by itself. */
export function parseContentFile<Value>(file: ContentFile, parse: Parse<Value>): ParsedFile<Value> {
  const parsed = readAndParse(file, parse);
  if (parsed.problems) return { problems: parsed.problems };
  const { path, bytes, digest = digestFile(path, bytes) } = file;
  // A copy: strings cut out of a text keep all of it in memory.
  const value = structuredClone(parsed.value);
  // Places would take many times the memory of the text, and few are needed.
  const openPlaces = () => readAndParse(file, parse).locate ?? (() => FILE_START);
  return { located: { file: path, digest, value, openPlaces } };
}

function readAndParse<Value>(file: ContentFile, parse: Parse<Value>): Parsed<Value> {
  const decoded = readText(file);
  return decoded.problems ? decoded : parse(file.path, decoded.text);
}

// One list for all, so that results that depend on a missing list stay the same.
const NOTHING: readonly never[] = [];

function emptyList(file: string): Located<readonly never[]> {
  return { file, digest: '', value: NOTHING, openPlaces: () => () => FILE_START };
}

const NO_BUSINESS =
  'is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority, or let "npm run init" write it; if this is only a part of a content folder, name the whole folder';
