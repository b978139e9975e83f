import type { ResolvedAspects } from './aspect-lists/aspect-lists.ts';
import type { ContentProblem } from './content-problem.ts';
import type { Locate } from './read/parse-yaml.ts';
import type { Trade } from './schema/stored-aspects.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { StoredQuestion, StoredRemoval, StoredSummary } from './schema/stored-editorial.ts';
import type { Aspect, Service, ServiceArea, Technician } from './schema/stored-entities.ts';
import type { StoredReview } from './schema/stored-review.ts';

/** The checked content of the editors' folder: every name is defined, every id is unique. */
export type Content = {
  readonly business: StoredBusiness;
  readonly technicians: readonly Technician[];
  readonly services: readonly Service[];
  readonly serviceAreas: readonly ServiceArea[];
  readonly aspects: readonly Aspect[];
  /** The list of the program that they come from; undefined for editors' own. */
  readonly trade: Trade | undefined;
  /** Words for third parties, whose conduct is not the business's. */
  readonly others: readonly string[];
  readonly questions: readonly StoredQuestion[];
  readonly summary: StoredSummary | undefined;
  readonly removals: readonly StoredRemoval[];
  /** Every received review whose file exists, published or not, except removed ones. */
  readonly reviews: readonly StoredReview[];
  /** The digests of their files (see `digestFile`), by review id. */
  readonly digests: ReadonlyMap<string, string>;
};

/** A value and its file. */
export type Located<Value> = {
  readonly file: string;
  /** The digest of the file (see `digestFile`); '' for a missing file. */
  readonly digest: string;
  readonly value: Value;
  /** Parses the file again to find the places of values. */
  openPlaces(): Locate;
};

/** The content file by file, before files are compared; undefined for a broken file. */
export type Draft = {
  readonly business: Located<StoredBusiness> | undefined;
  readonly technicians: Located<readonly Technician[]> | undefined;
  readonly services: Located<readonly Service[]> | undefined;
  readonly serviceAreas: Located<readonly ServiceArea[]> | undefined;
  readonly aspects: Located<ResolvedAspects> | undefined;
  readonly questions: Located<readonly StoredQuestion[]> | undefined;
  readonly summary: Located<StoredSummary> | undefined;
  readonly removals: Located<readonly StoredRemoval[]> | undefined;
  readonly reviews: readonly Located<StoredReview>[];
  readonly problems: readonly ContentProblem[];
};
