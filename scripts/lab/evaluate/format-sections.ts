import { formatReport } from '../bench/report.ts';
import type { Section } from './section.ts';

/** The tables of all sections for people. */
export function formatSections(sections: readonly Section[]): string {
  const reports = sections.flatMap((section) => section.reports);
  return reports.map((report) => `\n${formatReport(report)}`).join('');
}

/** All figures for programs: benchmarks of the model, of its peers, matrices, calibration. */
export function formatSectionsJson(sections: readonly Section[]): string {
  const figures = {
    benchmarks: sections.flatMap(({ benchmarks }) => benchmarks),
    peers: sections.flatMap(({ peers }) => peers),
    matrices: sections.flatMap(({ matrices }) => matrices),
    calibration: sections.flatMap(({ calibration }) => calibration ?? []),
  };
  return `${formatFigures(figures, 2)}\n`;
}

/** JSON whose numbers have four decimals at most. */
export function formatFigures(figures: object, indent?: number): string {
  return JSON.stringify(figures, roundFigure, indent);
}

function roundFigure(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}
