/** What is to be found in one text, and what was found, each once. */
export type Finding = {
  readonly gold: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
};

/** Figures are null where they would be a share of nothing. */
export type Detection = {
  /** How many were to be found. */
  readonly n: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
};

/** Precision, recall and F1 over the findings of all texts together, or of one name alone. */
export function measureDetection(findings: readonly Finding[], only?: string): Detection {
  let hits = 0;
  let expected = 0;
  let found = 0;
  for (const finding of findings) {
    for (const name of finding.gold) if (only === undefined || name === only) expected++;
    for (const name of finding.found) {
      if (only !== undefined && name !== only) continue;
      found++;
      if (finding.gold.has(name)) hits++;
    }
  }
  return {
    n: expected,
    precision: found === 0 ? null : hits / found,
    recall: expected === 0 ? null : hits / expected,
    f1: expected + found === 0 ? null : (2 * hits) / (expected + found),
  };
}
