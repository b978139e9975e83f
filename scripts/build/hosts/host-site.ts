import { HTML_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import {
  CORS_HEADERS,
  DATA_SECURITY,
  optionsHeaders,
  PAGE_SECURITY,
  PUBLISHED_CACHE,
  type RawHeaders,
} from '../../../sidecar/http/headers.ts';
import { noLongerThere } from '../../../sidecar/http/http-error.ts';
import { makeReply } from '../../../sidecar/http/reply.ts';
import { READ_METHODS } from '../../../sidecar/http/request.ts';
import { DATA_PLACES } from '../../../sidecar/http/send-error.ts';
import type { HostRule } from './host-rules.ts';
import { type Fields, fieldsOf } from './published-fields.ts';

/** Everything that a server of files needs to know of a release. */
export type HostSite = {
  readonly rules: readonly HostRule[];
  /** Headers of every answer. */
  readonly always: RawHeaders;
  /** True if a service beside the files answers everything else. */
  readonly hasService: boolean;
};

/** Where the service listens by default, as in scripts/deploy/. */
export const SERVICE = '127.0.0.1:8787';

/** What no client asks for by itself: the rules of other hosts, and compressed variants. */
export const HIDDEN = '^/_(?:headers|redirects)$|\\.(?:br|gz|zst)$';

/** The addresses of a review, with or without what follows its id. */
export const OF_REVIEW = '^/reviews/([a-z0-9-]{4,64})(?:/(?:index\\.html)?|\\.json|\\.md)?$';

/** Requests that only a service answers: a path with its query, or with Accept. */
export const ASKED = '^(?:/reviews/|/feed\\.xml|/api/feed\\.json)\\?.';
export const MARKDOWN_ASKED = '^/reviews/[^/]+/ .*text/markdown';

/** Accept of people who get errors as pages; programs at these paths never do. */
export const PAGE_ACCEPTED = '(?i)\\btext/html\\b';
export const DATA_PATHS = DATA_PLACES.source.replaceAll('\\/', '/');

/** Returns the fields of a 404 or 410, whose body is a file below hosts/errors. */
export function errorFields(kind: 'html' | 'json', always: RawHeaders): Fields {
  const type = { html: HTML_TYPE, json: JSON_TYPE }[kind];
  const security = { html: PAGE_SECURITY, json: DATA_SECURITY }[kind];
  const headers = Object.entries(noLongerThere(404, '').headers).flat();
  return fieldsOf([...makeReply(404, type, '', headers, security).headers, ...always]);
}

/** Returns the fields of an answer to OPTIONS. */
export const optionsFields = (always: RawHeaders): Fields =>
  fieldsOf([...optionsHeaders(READ_METHODS), ...always]);

/** Returns the fields of a redirect to the address of a page. */
export const redirectFields = (always: RawHeaders): Fields =>
  fieldsOf([...PUBLISHED_CACHE, ...CORS_HEADERS, ...always]);
