import { JSON_TYPE } from '#artifacts/media-types.ts';
import { DATASET_VERSION, describeReviews } from '#artifacts/reviews-json.ts';
import { ReviewAspect } from '#dataset/review.ts';
import { PLAIN_COLUMNS } from '#formats/review-columns.ts';
import type { ColumnType } from '#formats/table-column.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { verifiable } from './checksums.ts';

/** The context that the format is read by (Croissant 1.0, appendix 1, as its library writes it). */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

const FILE = 'reviews.json';

const DATA_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'sc:Text',
  url: 'sc:URL',
  date: 'sc:Date',
  instant: 'sc:DateTime',
  number: 'sc:Float',
  integer: 'sc:Integer',
  list: 'sc:Text',
  json: 'sc:Text',
};

/** Where columns stand in a review that have another name there. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['author', 'author.name'],
  ['ratingValue', 'reviewRating.ratingValue'],
  ['publisher', 'publisher.name'],
  ['verificationMethod', 'verification.method'],
  ['verificationDate', 'verification.date'],
]);

type FieldFacts = {
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
};

const { about, sentiment, score, confidence, quote } = ReviewAspect.shape;

/** What every mention of an aspect has. */
const MENTION_FIELDS: readonly FieldFacts[] = [
  { name: 'id', type: 'text', description: 'The id of the aspect.' },
  { name: 'about', type: 'text', description: about.description ?? '' },
  { name: 'sentiment', type: 'text', description: sentiment.description ?? '' },
  { name: 'score', type: 'number', description: score.description ?? '' },
  { name: 'confidence', type: 'number', description: confidence.description ?? '' },
  { name: 'quote', type: 'text', description: quote.description ?? '' },
];

/**
 * Renders croissant.json (https://docs.mlcommons.org/croissant/docs/croissant-spec.html, version 1.0).
 * Readers make a column of what each JSONPath finds, and take columns of the same length for rows: fields
 * are those that every record has.
 */
export async function renderCroissant(release: ReviewSource): Promise<Uint8Array> {
  const { baseUrl } = release;
  const { business, aggregateRating, dateModified } = await release.head();
  const { bytes, sha256 } = await verifiable(`/${FILE}`, release);
  const { earliest, latest } = aggregateRating;
  const owner = {
    '@type': 'sc:Organization',
    '@id': business['@id'],
    name: business.name,
    url: business.url,
  };
  const reviewFields = PLAIN_COLUMNS.filter(({ required }) => required);
  const croissant = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    '@id': `${baseUrl}/${FILE}`,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    ...describeReviews(business),
    url: `${baseUrl}/`,
    ...(business.license && { license: business.license }),
    creator: owner,
    publisher: owner,
    version: DATASET_VERSION,
    isLiveDataset: true,
    // Required: that of the state which is described, as no content says when it was first published.
    ...(dateModified && { datePublished: dateModified, dateModified }),
    ...(earliest && { temporalCoverage: `${earliest}/${latest}` }),
    distribution: [
      {
        '@type': 'cr:FileObject',
        '@id': FILE,
        name: FILE,
        description: 'The whole dataset as JSON, also JSON-LD.',
        contentUrl: `${baseUrl}/${FILE}`,
        contentSize: `${bytes} B`,
        encodingFormat: JSON_TYPE,
        sha256,
      },
    ],
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': 'reviews',
        name: 'reviews',
        description: 'Every verified review, newest first.',
        key: { '@id': 'reviews/id' },
        field: reviewFields.map((field) => fieldOf('reviews', '$.reviews[*].', field)),
      },
      {
        '@type': 'cr:RecordSet',
        '@id': 'mentions',
        name: 'mentions',
        description: 'What clauses of the reviews say about an aspect, as a small model judges it.',
        field: MENTION_FIELDS.map((field) =>
          fieldOf('mentions', '$.reviews[*].aspects[*].', field),
        ),
      },
    ],
  };
  return Buffer.from(`${JSON.stringify(croissant, null, 2)}\n`);
}

function fieldOf(recordSet: string, records: string, { name, type, description }: FieldFacts) {
  return {
    '@type': 'cr:Field',
    '@id': `${recordSet}/${name}`,
    name,
    description,
    dataType: DATA_TYPES[type],
    ...(type === 'list' && { repeated: true }),
    source: {
      fileObject: { '@id': FILE },
      extract: { jsonPath: records + (PATHS.get(name) ?? name) },
    },
  };
}
