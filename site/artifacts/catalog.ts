import { ATOM_TYPE, JSON_TYPE } from './media-types.ts';

/** A kind of published data file. */
export type ArtifactKind = {
  /** The path below BASE_URL. */
  readonly path: string;
  readonly mediaType: string;
  /** A topic: the hub distributes it when it changes. */
  readonly topic: boolean;
  readonly title: string;
};

/** Every data file that a release holds, whoever renders it (see `renderArtifact`). */
export const CATALOG = [
  {
    path: '/reviews.json',
    mediaType: JSON_TYPE,
    topic: true,
    title: 'All verified reviews with business and rating (JSON-LD)',
  },
  {
    path: '/insights.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'What the reviews say: people, services, places, FAQ, summary',
  },
  {
    path: '/api/feed.json',
    mediaType: JSON_TYPE,
    topic: true,
    title: 'The 50 newest reviews (JSON Feed 1.1)',
  },
  {
    path: '/feed.xml',
    mediaType: ATOM_TYPE,
    topic: true,
    title: 'The 50 newest reviews (Atom)',
  },
  {
    path: '/.well-known/openapi.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'The description of this interface (OpenAPI 3.1)',
  },
  {
    path: '/openapi.json',
    mediaType: JSON_TYPE,
    topic: false,
    title: 'The description of this interface (OpenAPI 3.1), second address',
  },
] as const satisfies readonly ArtifactKind[];

export type ArtifactPath = (typeof CATALOG)[number]['path'];

/** The artifacts that the hub distributes. */
export const TOPICS: readonly ArtifactKind[] = CATALOG.filter(({ topic }) => topic);

/** The kind of artifact at a path. */
export function artifactAt(path: string): ArtifactKind | undefined {
  return CATALOG.find((kind) => kind.path === path);
}
