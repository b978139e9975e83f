import { join } from 'node:path';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { readAspects } from '../labelled/aspect-files.ts';
import { type FoundData, MAMS_ASPECTS_FILE, readMamsFile } from '../labelled/find-data.ts';
import type { Analysis } from './aspects.ts';
import { evaluateClauses, evaluateMams, readLegalClauses } from './clauses.ts';
import { evaluateConduct } from './conduct.ts';
import { type DomainVerdicts, evaluateDomains } from './domains.ts';
import { evaluateFairness } from './fair-claims.ts';
import type { Section } from './sections.ts';

/** What is evaluated: the analysis that is shipped, and how well its like does on other domains. */
export type Evaluated = {
  readonly analysis: Analysis;
  /** Trains on the data, and judges each domain by a model that saw none of it. */
  readonly judgeDomains: (data: FoundData) => readonly DomainVerdicts[];
};

const ROOT = join(import.meta.dirname, '../../..');
const CLAUSES_FILE = join(ROOT, 'tests/fixtures/legal-clauses.tsv');
const CONDUCT_FOLDER = join(ROOT, 'tests/fixtures/conduct');
/** The demo's: by its terms the legal clauses are judged, whatever content is published. */
export const ASPECTS_FILE = join(ROOT, 'content/aspects.yaml');

/** Evaluates on all data that there are, those of others first. `tell` says what is going on. */
export function evaluateAll(
  data: FoundData,
  { analysis, judgeDomains }: Evaluated,
  tell: (line: string) => void,
): readonly Section[] {
  const sections: Section[] = [];
  if (data.uci.size > 0) {
    tell('… the UCI sentences: two models are trained for each domain');
    sections.push(evaluateDomains(judgeDomains(data)));
  }
  if (data.mams) {
    tell('… MAMS-ACSA');
    const named = readAspects(MAMS_ASPECTS_FILE);
    sections.push(evaluateMams(readMamsFile(data.mams.validation), named, analysis));
  }
  tell('… whose conduct');
  sections.push(evaluateConduct(CONDUCT_FOLDER, shippedList('law'), analysis.published));
  sections.push(evaluateFairness(CONDUCT_FOLDER, shippedList('law'), analysis.published));
  tell('… the legal clauses');
  const aspects = readAspects(ASPECTS_FILE);
  sections.push(evaluateClauses(readLegalClauses(CLAUSES_FILE), aspects, analysis));
  return sections;
}
