import { DOMAINS } from '../labelled/find-data.ts';
import { calibrate } from './calibration.ts';
import { countConfusion } from './confusion.ts';
import { AIMS, type DomainVerdicts, OURS } from './domains.ts';
import { reportCalibration, reportConfusion } from './format-figures.ts';
import { listFigures, listVerdictFigures } from './list-figures.ts';
import { reportDomains } from './report-domains.ts';
import type { Section } from './section.ts';

const ALL = 'all three';
/** The least confidence in one of two labels. */
const EVEN = 0.5;

/** What came of holding out each domain of the UCI sentences, and of all of them together. */
export function evaluateDomains(verdicts: readonly DomainVerdicts[]): Section {
  const domains = [
    ...DOMAINS.flatMap((name) =>
      verdicts
        .filter(({ domain }) => domain === name)
        .map((each) => ({ ...each, name, aim: AIMS[name] })),
    ),
    { ...joinDomains(verdicts), name: ALL, aim: undefined },
  ];
  const all = domains.at(-1)?.ours.get(OURS) ?? [];
  const dataset = nameOf(ALL);
  const confusion = countConfusion(all);
  const calibration = calibrate(all, EVEN);
  const error = { dataset, metric: 'calibrationError', value: calibration.error, n: all.length };
  return {
    reports: [
      reportDomains(domains),
      reportConfusion(dataset, confusion),
      reportCalibration(dataset, calibration),
    ],
    benchmarks: [
      ...domains.flatMap(({ name, ours }) => listFigures(nameOf(name), ours.get(OURS) ?? [])),
      error,
    ],
    peers: domains.flatMap(({ name, ours, peers }) =>
      [...ours, ...peers].flatMap(([method, own]) =>
        method === OURS
          ? []
          : listVerdictFigures(nameOf(name), own).map((figure) => ({ method, ...figure })),
      ),
    ),
    matrices: [{ dataset, ...confusion }],
    calibration: { dataset, ...calibration },
  };
}

function nameOf(domain: string): string {
  return `UCI sentences, ${domain} held out`;
}

function joinDomains(verdicts: readonly DomainVerdicts[]): Pick<DomainVerdicts, 'ours' | 'peers'> {
  return {
    ours: joinMaps(verdicts.map(({ ours }) => ours)),
    peers: joinMaps(verdicts.map(({ peers }) => peers)),
  };
}

function joinMaps<Item>(
  maps: readonly ReadonlyMap<string, readonly Item[]>[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = Map.groupBy(
    maps.flatMap((map) => [...map]),
    ([method]) => method,
  );
  return new Map([...groups].map(([method, own]) => [method, own.flatMap(([, items]) => items)]));
}
