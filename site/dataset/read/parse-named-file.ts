import { z } from 'zod';
import { placeFindings } from '#dataset/check/place-findings.ts';
import { type ResolvedAspects, resolveAspects, shippedList } from '../aspect-lists.ts';
import { type ContentProblem, WHOLE_FOLDER } from '../content-problem.ts';
import { memoize } from '../memoize.ts';
import { StoredAspects } from '../stored-aspects.ts';
import { StoredBusiness } from '../stored-business.ts';
import { StoredQuestion, StoredRemoval } from '../stored-editorial.ts';
import { Service, ServiceArea, Technician } from '../stored-entities.ts';
import type { ContentFile } from './content-file.ts';
import { createYamlParser, type ParsedFile, parseContentFile } from './parse-content-file.ts';
import { parseSummary } from './parse-markdown.ts';

/** The files that have a name of their own, at the top of the folder. All but the first may miss. */
export const NAMED_FILES: readonly string[] = [
  'business.yaml',
  'technicians.yaml',
  'services.yaml',
  'service-areas.yaml',
  'aspects.yaml',
  'faq.yaml',
  'summary.md',
  'removed.yaml',
];

const REMOVALS = 'removed.yaml';

/** A parser of files that hold a list; an empty file is an empty list. */
const createListParser = <Item extends z.ZodType>(item: Item) =>
  createYamlParser(z.preprocess((input) => input ?? [], z.array(item).readonly()));

export const parseBusinessFile = createYamlParser(StoredBusiness);
export const parseTechniciansFile = createListParser(Technician);
export const parseServicesFile = createListParser(Service);
export const parseServiceAreasFile = createListParser(ServiceArea);
export const parseQuestionsFile = createListParser(StoredQuestion);
export const parseRemovalsFile = createListParser(StoredRemoval);
export const parseSummaryFile = memoize((file: ContentFile) =>
  parseContentFile(file, parseSummary),
);

const parseStoredAspects = createYamlParser(StoredAspects);

/** Parses aspects.yaml, in whichever form, into the aspects that it stands for. */
export const parseAspectsFile = memoize((file: ContentFile): ParsedFile<ResolvedAspects> => {
  const { located, problems } = parseStoredAspects(file);
  if (problems) return { problems };
  const { value, findings } = resolveAspects(located.value, shippedList);
  if (findings.length > 0) return { problems: placeFindings(located, findings) };
  return { located: { file: located.file, value, openPlaces: () => located.openPlaces() } };
});

/**
 * What removed.yaml says by itself; nothing where it is missing. Undefined where it cannot be read
 * (which the problems of reading tell) or parsed as a whole.
 */
export function parseRemovals(
  files: readonly ContentFile[],
  problems: readonly ContentProblem[] = [],
): readonly StoredRemoval[] | undefined {
  const found = files.find(({ path }) => path === REMOVALS);
  if (found) return parseRemovalsFile(found).located?.value;
  const isUnread = problems.some(({ file }) => file === REMOVALS || file === WHOLE_FOLDER);
  return isUnread ? undefined : [];
}
