import { CATALOG, DATA_PACKAGE_PATH } from '#artifacts/catalog.ts';
import { REVIEWS_SCHEMA_PATH } from '#artifacts/json-ld-context.ts';
import { NDJSON_TYPE } from '#artifacts/media-types.ts';
import { FORMATS, type Format } from '#formats/formats.ts';
import type { EntityNames } from '#search/question/names.ts';

/** A file to download, with the facts that are known before it is made. */
export type DataFile = {
  readonly path: string;
  readonly title: string;
  /** Without parameters. */
  readonly mediaType: string;
  /** Rows of a table. */
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  /** Reviews in a file that is not a table. */
  readonly reviews?: number | undefined;
  /** The address of its schema. */
  readonly schema?: string | undefined;
};

/** The files of a release, with the other formats of reviews.json after it. */
export function dataFilesOf(count: number, names: EntityNames): DataFile[] {
  return CATALOG.filter(({ purpose }) => !/overview|mcp/.test(purpose)).flatMap(
    (kind): DataFile[] => {
      const { path, title, mediaType } = kind;
      const schema = 'describedBy' in kind ? kind.describedBy : undefined;
      const file = { path, title, mediaType, schema };
      if (path !== '/reviews.json') return [file];
      const formats = FORMATS.map((format) => fileOf(format, count, names));
      return [{ ...file, reviews: count }, ...formats];
    },
  );
}

function fileOf({ path, title, mediaType, columns }: Format, rows: number, names: EntityNames) {
  const [type = ''] = mediaType.split(';');
  const file = { path, title, mediaType: type };
  if (columns) return { ...file, rows, columns: columns(names).length, schema: DATA_PACKAGE_PATH };
  const schema = type === NDJSON_TYPE ? `${REVIEWS_SCHEMA_PATH}#/$defs/Review` : undefined;
  return { ...file, reviews: rows, schema };
}
