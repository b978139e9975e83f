import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renameFont } from './rename-font.ts';
import { readAdvance, readGlyphs, readTables } from './sfnt.ts';

/*
 * Cuts the fonts of pages and images out of their families, as site/ui/fonts/README.md says. The same
 * packages make the same bytes.
 */

type Family = { readonly from: string; readonly family: string };

type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

type SubsetFont = (
  font: Buffer,
  text: string,
  options: {
    readonly targetFormat: 'sfnt';
    readonly keepFeatures: readonly string[];
    readonly variationAxes: Axes;
    readonly preserveNameIds: readonly number[];
    readonly dropTables: readonly string[];
    readonly noHinting: boolean;
  },
) => Promise<Buffer>;

type Fontverter = { readonly convert: (font: Buffer, format: 'woff2') => Promise<Buffer> };

const SITE = join(import.meta.dirname, '../../../site');

const SERIF: Family = {
  from: 'source-serif/VAR/SourceSerif4Variable-Roman.ttf',
  family: 'Testimony Serif',
};
const SANS: Family = {
  from: 'source-sans/VF/SourceSans3VF-Upright.ttf',
  family: 'Testimony Sans',
};

/** Weights of pages; and optical sizes, in points: of running text, and of what is set large. */
const WEIGHTS = { min: 400, max: 700 };
const [TEXT, TITLE] = [14, 32];

/** The unicode-range of site/ui/styles/fonts.css. */
const OF_PAGES = `20-7E A0-12B 12E-131 134-165 168-17F 218-21B 1E9E 2009 200A 2010 2012-2015
  2018-201A 201C-201E 2020-2022 2026 202F 2030 2032 2033 2039 203A 20AC 20BA 2122 2190-2193 2212 2248
  2260 2264 2265`;
/** The other letters of Latin, Greek and Cyrillic; an image has no second font for what is missing. */
const OF_IMAGES = `${OF_PAGES} 12C-12D 132-133 166-167 180-217 21C-24F 1E00-1E9D 1E9F-1EFF 370-3FF 400-52F
  2011 2116 20A0-20BF`;
/** Kerning, ligatures, forms of single languages. Figures are lining and of one width as they stand. */
const FEATURES = ['kern', 'liga', 'locl'];
/** What no browser reads in a font without hints. */
const UNUSED_TABLES = ['BASE', 'DSIG', 'STAT', 'VDMX', 'gasp', 'meta'];
const LICENSE_NAMES = [13, 14];

/** `packages` is the folder in which the packages of the README are installed. */
async function cutFonts(packages: string): Promise<void> {
  const { resolve: find } = createRequire(join(packages, 'package.json'));
  const load = (id: string) => import(pathToFileURL(find(id)).href);
  const { default: subset }: { default: SubsetFont } = await load('subset-font');
  const { default: fontverter }: { default: Fontverter } = await load('fontverter');

  const readWhole = ({ from }: Family) => readFileSync(join(packages, 'node_modules', from));
  const cut = async (family: Family, characters: readonly number[], axes: Axes) => {
    const font = await subset(readWhole(family), String.fromCodePoint(...characters), {
      targetFormat: 'sfnt',
      keepFeatures: FEATURES,
      variationAxes: axes,
      preserveNameIds: LICENSE_NAMES,
      dropTables: UNUSED_TABLES,
      noHinting: true,
    });
    return renameFont(font, family.family);
  };
  const write = (file: string, bytes: Buffer | string) => {
    writeFileSync(join(SITE, file), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  };

  const onPages = expand(OF_PAGES);
  const text = await cut(SERIF, onPages, { wght: WEIGHTS, opsz: TEXT });
  write('ui/fonts/testimony-serif.woff2', await fontverter.convert(text, 'woff2'));
  const words = await cut(SANS, onPages, { wght: WEIGHTS });
  write('ui/fonts/testimony-sans.woff2', await fontverter.convert(words, 'woff2'));

  const glyphs = [SERIF, SANS].map((family) => readGlyphs(tableOf(readWhole(family), 'cmap')));
  const inImages = expand(OF_IMAGES).filter((one) => glyphs.every((known) => known.has(one)));
  const serif = await cut(SERIF, inImages, { wght: 600, opsz: TITLE });
  write('ui/fonts/testimony-serif-600.ttf', serif);
  const sans = await cut(SANS, inImages, { wght: 400 });
  write('ui/fonts/testimony-sans-400.ttf', sans);
  const widths = { serif: measure(serif, inImages), sans: measure(sans, inImages) };
  write('views/glyph-widths.json', `${JSON.stringify({ ranges: collect(inImages), ...widths })}\n`);
}

function tableOf(font: Buffer, tag: string): Buffer {
  const table = new Map(readTables(font)).get(tag);
  if (!table) throw new Error(`The font has no table ${tag}.`);
  return table;
}

/** The widths of characters, in thousandths of the em. */
function measure(font: Buffer, characters: readonly number[]): number[] {
  const tables = new Map(readTables(font));
  const glyphs = readGlyphs(tableOf(font, 'cmap'));
  return characters.map((one) => Math.round(1000 * readAdvance(tables, glyphs.get(one) ?? 0)));
}

/** Rising code points as ranges. */
function collect(characters: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const one of characters) {
    const latest = ranges.at(-1);
    if (latest?.[1] === one - 1) latest[1] = one;
    else ranges.push([one, one]);
  }
  return ranges;
}

/** The code points of ranges, rising. */
function expand(ranges: string): number[] {
  const listed = ranges.split(/\s+/).flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return [...new Set(listed)].sort((a, b) => a - b);
}

const [packages] = process.argv.slice(2);
if (packages === undefined) {
  console.error('Usage: node scripts/lab/fonts/cut-fonts.ts FOLDER-WITH-THE-PACKAGES');
  process.exitCode = 1;
} else {
  await cutFonts(resolve(packages));
}
