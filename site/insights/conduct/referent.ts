/** Whom words speak of: the business, somebody else, or a relative, who may speak as the reviewer. */
export type Side = 'business' | 'other' | 'kin';

/** Words that speak of somebody: from one word up to (not with) another of a sentence. */
export type Referent = {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  /** One person: “he” and “she” may mean it, “they” hardly does. */
  readonly isPerson: boolean;
  /** Known to both: “the lawyer”, “my lawyer”, a name; not “a lawyer”, “kind people”. */
  readonly isDefinite: boolean;
  /** Somebody who did for the reviewer what the business does: a former lawyer, another hotel. */
  readonly isPeer: boolean;
};
