import type { Origins } from '#dataset/dataset.ts';
import { CONTEXT_PATH, REVIEWS_SCHEMA_PATH } from './json-ld-context.ts';
import { AI_CATALOG_TYPE, ATOM_TYPE, JSON_LD_TYPE, JSON_TYPE, TEXT_TYPE } from './media-types.ts';

/** The path of the WebSub hub, to which feeds and topics point. */
export const HUB_PATH = '/api/websub/hub';

/** The path of the server card. */
export const SERVER_CARD_PATH = '/.well-known/mcp/server-card.json';

/** The path of the description of datasets and tables with their columns, bytes and hashes. */
export const DATA_PACKAGE_PATH = '/datapackage.json';

/** A kind of published data file. */
type ArtifactKind = {
  /** The path below BASE_URL. */
  readonly path: string;
  readonly mediaType: string;
  /** True if the hub distributes it when it changes. */
  readonly isTopic?: true;
  /** `mcp` is for descriptions by which agents find the MCP endpoint. */
  readonly purpose: 'data' | 'feed' | 'interface' | 'overview' | 'mcp';
  readonly title: string;
  /** The path of the description of its form. */
  readonly describedBy?: string;
  /** True if its data are under the license of the business. */
  readonly isDataset?: true;
};

/** Every data file of a release (see `renderArtifact`). */
export const CATALOG = [
  {
    path: '/reviews.json',
    mediaType: JSON_TYPE,
    isTopic: true,
    purpose: 'data',
    title: 'All verified reviews with business and rating (JSON-LD)',
    describedBy: REVIEWS_SCHEMA_PATH,
    isDataset: true,
  },
  {
    path: CONTEXT_PATH,
    mediaType: JSON_LD_TYPE,
    purpose: 'data',
    title: 'The meaning of the members of reviews.json (JSON-LD context)',
  },
  {
    path: '/insights.json',
    mediaType: JSON_TYPE,
    purpose: 'data',
    title: 'Insights from the reviews: aspects with quotes, people, services, places, FAQ, summary',
    // INSIGHTS_SCHEMA_PATH, which is in a module with schemas that a start need not load.
    describedBy: '/schema/insights.json',
    isDataset: true,
  },
  {
    path: '/api/feed.json',
    mediaType: JSON_TYPE,
    isTopic: true,
    purpose: 'feed',
    title: 'The 50 newest reviews (JSON Feed 1.1)',
    isDataset: true,
  },
  {
    path: '/feed.xml',
    mediaType: ATOM_TYPE,
    isTopic: true,
    purpose: 'feed',
    title: 'The 50 newest reviews (Atom)',
    isDataset: true,
  },
  {
    path: '/.well-known/openapi.json',
    mediaType: JSON_TYPE,
    purpose: 'interface',
    title: 'The description of this interface (OpenAPI 3.1)',
  },
  {
    path: '/openapi.json',
    mediaType: JSON_TYPE,
    purpose: 'interface',
    title: 'The description of this interface (OpenAPI 3.1), second address',
  },
  {
    path: SERVER_CARD_PATH,
    mediaType: JSON_TYPE,
    purpose: 'mcp',
    title: 'The address at which agents connect (MCP server card)',
  },
  {
    path: '/.well-known/ai-catalog.json',
    mediaType: AI_CATALOG_TYPE,
    purpose: 'mcp',
    title: 'The services of this origin for agents (AI catalog)',
  },
  {
    path: '/mcp/server.json',
    mediaType: JSON_TYPE,
    purpose: 'mcp',
    title: 'An entry for the MCP registry',
  },
  {
    path: '/llms.txt',
    mediaType: TEXT_TYPE,
    purpose: 'overview',
    title: 'An overview of this service, for language models',
  },
] as const satisfies readonly ArtifactKind[];

export type ArtifactPath = (typeof CATALOG)[number]['path'];

/** Returns the data files of a site, which without a service has no MCP endpoint to describe. */
export function catalogOf({ sidecarUrl }: Pick<Origins, 'sidecarUrl'>) {
  return CATALOG.filter(({ purpose }) => purpose !== 'mcp' || sidecarUrl !== undefined);
}

/** The artifacts that the hub distributes. */
export const TOPICS: readonly ArtifactKind[] = CATALOG.filter((kind) => 'isTopic' in kind);

/** Returns the kind of artifact at a path. */
export function artifactAt(path: string): ArtifactKind | undefined {
  return CATALOG.find((kind) => kind.path === path);
}

/**
 * Returns the Link field of a topic (RFC 8288), as publishers send it (WebSub §4): one field, the
 * hub first, as some clients read only the first link in search of the hub. Some split at exactly
 * ", " and "; ".
 */
export function topicLink(hub: string, topic: string): string {
  return `<${hub}>; rel="hub", <${topic}>; rel="self"`;
}

/**
 * Returns the Link field of a notification (WebSub §7): the topic first, as some subscribers take
 * the first link for the topic of the content, and reject a topic that they do not know.
 */
export function notificationLink(hub: string, topic: string): string {
  return `<${topic}>; rel="self", <${hub}>; rel="hub"`;
}

/** The parts of a dataset's Link field besides its topic. */
type DatasetLinks = {
  /** The path of the description of its form. */
  readonly describedBy?: string | undefined;
  /** The license of the business, which may name none. */
  readonly license: string | undefined;
};

/** Returns the links of a dataset (RFC 8288): its interface (RFC 8631), its form, its license. */
export function datasetLinks(baseUrl: string, { describedBy, license }: DatasetLinks): string {
  const links = [`<${baseUrl}/openapi.json>; rel="service-desc"`];
  if (describedBy !== undefined) links.push(`<${baseUrl}${describedBy}>; rel="describedby"`);
  if (license !== undefined) links.push(`<${encodeLicense(license)}>; rel="license"`);
  return links.join(', ');
}

/**
 * Returns an address by editors without characters that a field cannot contain, or that servers of
 * files replace in their configurations, such as `$host`, `{env.HOME}`, `\n` and `:splat`.
 */
function encodeLicense(license: string): string {
  return new URL(license).href.replaceAll(/["$\\`{}]|:(?=[a-z])/gi, encodeURIComponent);
}
