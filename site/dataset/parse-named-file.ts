import { z } from 'zod';
import { memoize } from './memoize.ts';
import { createYamlParser, parseContentFile } from './parse-content-file.ts';
import { parseSummary } from './parse-summary.ts';
import type { ContentFile } from './read-content.ts';
import { StoredBusiness } from './stored-business.ts';
import { StoredQuestion, StoredRemoval } from './stored-editorial.ts';
import { Aspect, Service, ServiceArea, Technician } from './stored-entities.ts';

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

/** A parser of files that hold a list; an empty file is an empty list. */
const createListParser = <Item extends z.ZodType>(item: Item) =>
  createYamlParser(z.preprocess((input) => input ?? [], z.array(item).readonly()));

export const parseBusinessFile = createYamlParser(StoredBusiness);
export const parseTechniciansFile = createListParser(Technician);
export const parseServicesFile = createListParser(Service);
export const parseServiceAreasFile = createListParser(ServiceArea);
export const parseAspectsFile = createListParser(Aspect);
export const parseQuestionsFile = createListParser(StoredQuestion);
export const parseRemovalsFile = createListParser(StoredRemoval);
export const parseSummaryFile = memoize((file: ContentFile) =>
  parseContentFile(file, parseSummary),
);
