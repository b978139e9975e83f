import { CSV_TYPE, mediaTypeOf } from '#artifacts/media-types.ts';
import { renderCsv } from '#formats/write-csv.ts';
import { Counts } from '#search/facet-counts.ts';
import type { ListQuery } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { type Catalogue, catalogueFor, languageOf } from '#words/words.ts';
import { praisedAspects, ratingsByStars, reviewsBySource } from './by-name.ts';
import type { Asked, Chart } from './chart.ts';
import { ratingOverTime, repliesByYear } from './over-time.ts';
import { createPen, escapeText, fitName } from './pen.ts';

/*
 * Charts of the reviews: counts become a `Chart`, which is drawn on pages and in files, shown as a table,
 * and written as CSV.
 *
 *   charts.ts      the list, and their files            chart.ts  shared by all of them
 *   over-time.ts   rating, replies                      join-periods.ts, draw-timeline.ts
 *   by-name.ts     stars, aspects, sources              draw-rows.ts
 *   pen.ts         how marks are written as SVG
 *
 * No library draws them: scales are linear, and only the years of an axis need a rule.
 */

const MAKERS = {
  rating: ratingOverTime,
  distribution: ratingsByStars,
  aspects: praisedAspects,
  sources: reviewsBySource,
  replies: repliesByYear,
} satisfies Readonly<Record<string, (asked: Asked) => Chart | Promise<Chart>>>;
export type ChartName = keyof typeof MAKERS;

const isChart = (name: string): name is ChartName => Object.hasOwn(MAKERS, name);
export const CHART_NAMES = Object.keys(MAKERS).filter(isChart);

/** The page of a chart, and its files. */
export const pathOfChart = (name: ChartName) => `/charts/${name}/`;
export const pathOfChartFile = (name: ChartName, form: 'svg' | 'csv') => `/charts/${name}.${form}`;

/** Makes a chart of the reviews that filters find: of all without any. */
export async function makeChart(
  name: ChartName,
  release: ReviewSource,
  catalogue: Catalogue,
  filters: ListQuery = {},
): Promise<Chart> {
  const [counts = new Counts()] = await release.count([filters]);
  return MAKERS[name]({ ...catalogue, release, counts, filters });
}

/** A chart as a part of a page, which styles it; each name is there once. */
export function drawOnPage(
  name: ChartName,
  { draw, height }: Chart,
  title: string,
  note: string,
): string {
  const pen = createPen();
  const attributes = `class="chart-drawing" height="${pen.v(height)}" direction="ltr"`;
  return `<svg ${attributes} ${nameBy(`chart-${name}-`, title, note)}${draw(pen)}</svg>`;
}

/** The attributes that name an image, and the elements that they refer to. */
function nameBy(start: string, title: string, note: string): string {
  const [one, other] = [`${start}title`, `${start}note`];
  const named = `<title id="${one}">${escapeText(title)}</title>`;
  return `role="img" aria-labelledby="${one} ${other}">${named}<desc id="${other}">${escapeText(note)}</desc>`;
}

/** The width of a file, its margin, a line and a line of its title, in pixels. */
const [WIDTH, EDGE, LINE, TITLE] = [720, 24, 18, 28];
/** Lines of a file that fit in any font. */
const LINES = /.{1,90}(?:\s|$)/g;

/** A chart as a file that needs no other: with the name of the business, how to read it, and its address. */
async function renderSvg(name: ChartName, release: ReviewSource): Promise<Uint8Array> {
  const { business } = await release.head();
  const catalogue = catalogueFor(languageOf(business));
  const { t, formats } = catalogue;
  const { rows, draw, height } = await makeChart(name, release, catalogue);
  const isEmpty = rows.length === 0;
  const title = t(`charts.${name}.title`);
  const note = t(isEmpty ? 'list.none' : `charts.${name}.note`);
  const lines = note.match(LINES) ?? [];
  const top = EDGE + LINE + TITLE + lines.length * LINE;
  const foot = top + (isEmpty ? 0 : height + LINE);
  const all = foot + LINE + EDGE;
  const pen = createPen(WIDTH - 2 * EDGE);
  const parts = [
    pen.text('note', [0, EDGE + 13], formats.name(fitName(business.name, 600))),
    pen.text('title', [0, EDGE + LINE + 20], title),
    ...lines.map((line, at) =>
      pen.text('note', [0, top + (at - lines.length + 1) * LINE], line.trim()),
    ),
    isEmpty ? '' : `<g transform="translate(0 ${top + LINE})">${draw(pen)}</g>`,
    pen.text('note', [0, foot + LINE], release.baseUrl + pathOfChart(name)),
  ];
  const root = `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${formats.language}" direction="ltr" width="${WIDTH}" height="${all}" viewBox="0 0 ${WIDTH} ${all}"`;
  const paper = createPen(WIDTH).rect('paper', [0, 0], [1, all]);
  return Buffer.from(`${root} ${nameBy('', title, note)}
${paper}<g transform="translate(${EDGE} 0)">${parts.join('\n')}</g></svg>
`);
}

async function renderChartCsv(name: ChartName, release: ReviewSource): Promise<Uint8Array> {
  const catalogue = catalogueFor(languageOf((await release.head()).business));
  const { fields, rows } = await makeChart(name, release, catalogue);
  type Values = (typeof rows)[number]['values'];
  const columns = fields.map((field, at) => ({ name: field, read: (row: Values) => row[at] }));
  return renderCsv(
    columns,
    rows.map(({ values }) => values),
  );
}

/** The files of all charts, by their paths, as other forms of their pages. */
export const CHART_FILES = CHART_NAMES.flatMap((name) => {
  const common = { page: pathOfChart(name), shows: [], dependsOnAll: true } as const;
  const svg = (release: ReviewSource) => renderSvg(name, release);
  const csv = (release: ReviewSource) => renderChartCsv(name, release);
  return [
    [pathOfChartFile(name, 'svg'), { ...common, mediaType: mediaTypeOf('.svg'), make: svg }],
    [pathOfChartFile(name, 'csv'), { ...common, mediaType: CSV_TYPE, make: csv }],
  ] as const;
});
