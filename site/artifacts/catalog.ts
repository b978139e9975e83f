import type { Dataset } from '#dataset/dataset.ts';
import { renderAtomFeed } from './atom-feed.ts';
import { renderInsightsJson } from './insights-json.ts';
import { renderJsonFeed } from './json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from './media-types.ts';
import { renderOpenApi } from './openapi.ts';
import { renderReviewsJson } from './reviews-json.ts';

/** A kind of published data file. */
export type ArtifactKind = {
  /** The path below BASE_URL. */
  readonly path: string;
  readonly mediaType: string;
  /** A topic: the hub distributes it when it changes. */
  readonly topic: boolean;
  readonly title: string;
  readonly render: (dataset: Dataset) => Uint8Array<ArrayBuffer>;
};

/** Every data file that a release holds, whoever renders it. */
export const CATALOG = [
  {
    path: '/reviews.json',
    mediaType: JSON_TYPE,
    topic: true,
    title: 'All verified reviews with business and rating (JSON-LD)',
    render: renderReviewsJson,
  },
  {
    path: '/insights.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'What the reviews say: people, services, places, FAQ, summary',
    render: renderInsightsJson,
  },
  {
    path: '/api/feed.json',
    mediaType: JSON_TYPE,
    topic: true,
    title: 'The 50 newest reviews (JSON Feed 1.1)',
    render: renderJsonFeed,
  },
  {
    path: '/feed.xml',
    mediaType: ATOM_TYPE,
    topic: true,
    title: 'The 50 newest reviews (Atom)',
    render: renderAtomFeed,
  },
  {
    path: '/.well-known/openapi.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'The description of this interface (OpenAPI 3.1)',
    render: renderOpenApi,
  },
  {
    path: '/openapi.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'The description of this interface (OpenAPI 3.1), second address',
    render: renderOpenApi,
  },
] as const satisfies readonly ArtifactKind[];

export type ArtifactPath = (typeof CATALOG)[number]['path'];

/** The kind of artifact at a path. */
export function artifactAt(path: string): ArtifactKind | undefined {
  return CATALOG.find((kind) => kind.path === path);
}

/** Renders one artifact. Same dataset, same bytes. */
export function renderArtifact(path: ArtifactPath, dataset: Dataset): Uint8Array<ArrayBuffer> {
  const kind: ArtifactKind | undefined = artifactAt(path);
  if (!kind) throw new Error(`No artifact has the path ${path}.`);
  return kind.render(dataset);
}
