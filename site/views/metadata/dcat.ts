import { artifactAt } from '#artifacts/catalog.ts';
import { describeReviews } from '#artifacts/reviews-json.ts';
import { FORMATS, formatAt } from '#formats/formats.ts';
import type { ReviewSource, ReviewsHead } from '#search/review-source.ts';

/** The terms that are used here, of DCAT and of what it builds on. */
const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  title: { '@id': 'dct:title', '@language': 'en' },
  description: { '@id': 'dct:description', '@language': 'en' },
  identifier: 'dct:identifier',
  publisher: { '@id': 'dct:publisher', '@type': '@id' },
  license: { '@id': 'dct:license', '@type': '@id' },
  modified: { '@id': 'dct:modified', '@type': 'xsd:date' },
  temporal: 'dct:temporal',
  startDate: { '@id': 'dcat:startDate', '@type': 'xsd:date' },
  endDate: { '@id': 'dcat:endDate', '@type': 'xsd:date' },
  accrualPeriodicity: { '@id': 'dct:accrualPeriodicity', '@type': '@id' },
  conformsTo: { '@id': 'dct:conformsTo', '@type': '@id' },
  dataset: { '@id': 'dcat:dataset', '@type': '@id' },
  service: { '@id': 'dcat:service', '@type': '@id' },
  distribution: { '@id': 'dcat:distribution', '@type': '@id' },
  landingPage: { '@id': 'dcat:landingPage', '@type': '@id' },
  accessURL: { '@id': 'dcat:accessURL', '@type': '@id' },
  downloadURL: { '@id': 'dcat:downloadURL', '@type': '@id' },
  mediaType: { '@id': 'dcat:mediaType', '@type': '@id' },
  endpointURL: { '@id': 'dcat:endpointURL', '@type': '@id' },
  endpointDescription: { '@id': 'dcat:endpointDescription', '@type': '@id' },
  servesDataset: { '@id': 'dcat:servesDataset', '@type': '@id' },
  name: 'foaf:name',
  homepage: { '@id': 'foaf:homepage', '@type': '@id' },
};

/** When editors publish something, and not by a calendar (Dublin Core Collection Description, Frequency). */
const IRREGULAR = 'http://purl.org/cld/freq/irregular';

/** The standard of files whose form no schema here describes. */
const STANDARDS: Readonly<Record<string, string>> = {
  '/api/feed.json': 'https://www.jsonfeed.org/version/1.1/',
  '/feed.xml': 'https://www.rfc-editor.org/rfc/rfc4287',
};

type DatasetFacts = {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly temporal?: object | undefined;
  readonly files: readonly string[];
};

/** What is published, as datasets of which every file holds the same. */
function datasetsOf({ business, aggregateRating }: ReviewsHead): readonly DatasetFacts[] {
  const { name: title, description } = describeReviews(business);
  const temporal = periodOf(aggregateRating);
  const formats = Map.groupBy(FORMATS, ({ dependsOn }) => dependsOn === 'insights');
  const pathsOf = (isOfInsights: boolean) =>
    (formats.get(isOfInsights) ?? []).map(({ path }) => path);
  return [
    {
      path: '/reviews.json',
      title,
      description,
      temporal,
      files: ['/reviews.json', ...pathsOf(false)],
    },
    {
      path: '/insights.json',
      title: `What reviews of ${business.name} say`,
      description:
        'What is praised and criticized, by aspect and by quarter, with quotes and counts, derived from the reviews.',
      temporal,
      files: ['/insights.json', ...pathsOf(true)],
    },
    {
      path: '/feed.xml',
      title: `The newest verified reviews of ${business.name}`,
      description: 'The 50 newest reviews, as feeds that WebSub distributes when they change.',
      files: ['/feed.xml', '/api/feed.json'],
    },
  ];
}

/** Renders dcat.jsonld (https://www.w3.org/TR/vocab-dcat-3/): a catalog of the datasets and of the API. */
export async function renderDcat(release: ReviewSource): Promise<Uint8Array> {
  const { baseUrl } = release;
  const head = await release.head();
  const { business, dateModified } = head;
  const license = business.license && { license: business.license };
  const publisher = business['@id'];
  const datasets = datasetsOf(head);
  // As reviews.json names itself.
  const iriOf = ({ path }: DatasetFacts) => baseUrl + path;
  const catalog = {
    '@context': CONTEXT,
    '@id': `${baseUrl}/#catalog`,
    '@type': 'dcat:Catalog',
    title: `Open data of ${business.name}`,
    description: describeReviews(business).description,
    homepage: `${baseUrl}/`,
    publisher: {
      '@id': publisher,
      '@type': 'foaf:Agent',
      name: business.name,
      homepage: business.url,
    },
    ...license,
    ...(dateModified && { modified: dateModified }),
    dataset: datasets.map((facts) => ({
      '@id': iriOf(facts),
      '@type': 'dcat:Dataset',
      title: facts.title,
      description: facts.description,
      identifier: iriOf(facts),
      publisher,
      ...license,
      ...(dateModified && { modified: dateModified }),
      ...(facts.temporal && { temporal: facts.temporal }),
      accrualPeriodicity: IRREGULAR,
      landingPage: `${baseUrl}/feeds/`,
      distribution: facts.files.map((path) => ({ ...distributionOf(path, baseUrl), ...license })),
    })),
    service: {
      '@id': `${baseUrl}/#api`,
      '@type': 'dcat:DataService',
      title: `Search of the reviews of ${business.name}`,
      description: 'Finds and counts reviews, and says what changed. Public, without a key.',
      publisher,
      ...license,
      endpointURL: `${baseUrl}/`,
      endpointDescription: `${baseUrl}/openapi.json`,
      servesDataset: datasets.map(iriOf),
    },
  };
  return Buffer.from(`${JSON.stringify(catalog, null, 2)}\n`);
}

function periodOf({ earliest, latest }: ReviewsHead['aggregateRating']): object | undefined {
  if (earliest === null || latest === null) return undefined;
  return { '@type': 'dct:PeriodOfTime', startDate: earliest, endDate: latest };
}

function distributionOf(path: string, baseUrl: string): object {
  const kind = artifactAt(path);
  const { title, mediaType } = kind ?? formatAt(path) ?? {};
  if (mediaType === undefined) throw new Error(`No file is published at ${path}.`);
  const [type = ''] = mediaType.split(';');
  const conformsTo = kind?.describedBy ? baseUrl + kind.describedBy : STANDARDS[path];
  return {
    '@id': `${baseUrl}${path}#distribution`,
    '@type': 'dcat:Distribution',
    title,
    accessURL: `${baseUrl}/feeds/`,
    downloadURL: baseUrl + path,
    // What IANA has not registered has no address there.
    ...(!type.includes('/x-') && {
      mediaType: `https://www.iana.org/assignments/media-types/${type}`,
    }),
    ...(conformsTo && { conformsTo }),
  };
}
