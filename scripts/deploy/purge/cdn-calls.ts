/** The change that the service announces (site/docs/operating.md). */
export type Purge = { readonly urls: readonly string[]; readonly tags: readonly string[] };

/** A request to a CDN. */
type CdnCall = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Calls that purge a change, tags first. */
type ToCalls = (purge: Purge) => readonly CdnCall[];

/** Operations in a call (https://developers.cloudflare.com/cache/how-to/purge-cache/). */
const CLOUDFLARE_BATCH = 100;

/** Cloudflare, with a token that may purge the cache of the zone. */
const cloudflare = (environment: NodeJS.ProcessEnv): ToCalls => {
  const [zone, token] = demand(environment, 'CLOUDFLARE_ZONE_ID', 'CLOUDFLARE_API_TOKEN');
  const call = (body: Readonly<Record<string, readonly string[]>>) => ({
    url: `https://api.cloudflare.com/client/v4/zones/${zone}/purge_cache`,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ({ tags, urls }) => [
    ...batches(tags, CLOUDFLARE_BATCH).map((batch) => call({ tags: batch })),
    ...batches(urls, CLOUDFLARE_BATCH).map((batch) => call({ files: batch })),
  ];
};

/** Keys in a call (https://www.fastly.com/documentation/reference/api/purging/). */
const FASTLY_BATCH = 256;
/**
 * Addresses of a change, each of which is a call; tags cover the rest. An account has 100,000 an
 * hour on average.
 */
const FASTLY_URLS = 100;

/** Fastly. Without Fastly-Soft-Purge, nothing purged is served again as stale. */
const fastly = (environment: NodeJS.ProcessEnv): ToCalls => {
  const [service, token = ''] = demand(environment, 'FASTLY_SERVICE_ID', 'FASTLY_API_TOKEN');
  const api = { method: 'POST', headers: { 'Fastly-Key': token } };
  return ({ tags, urls }) => [
    ...batches(tags, FASTLY_BATCH).map((batch) => ({
      ...api,
      url: `https://api.fastly.com/service/${service}/purge`,
      headers: { ...api.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ surrogate_keys: batch }),
    })),
    ...urls.slice(0, FASTLY_URLS).map((url) => ({
      ...api,
      url: url.replace(/^https?:\//, 'https://api.fastly.com/purge'),
    })),
  ];
};

/** A header of Varnish has at most 8 kB (http_req_hdr_len). */
const VARNISH_BATCH = 50;

/** Varnish with varnish.vcl, which compares Authorization. */
const varnish = (environment: NodeJS.ProcessEnv): ToCalls => {
  const [url = '', Authorization = ''] = demand(environment, 'VARNISH_URL', 'PURGE_AUTHORIZATION');
  const call = (name: string, batch: readonly string[]) => {
    return { url, method: 'BAN', headers: { Authorization, [name]: batch.join('|') } };
  };
  return ({ tags, urls }) => {
    const paths = urls.map((one) => new URL(one).pathname.replaceAll('.', '[.]'));
    return [
      ...batches(tags, VARNISH_BATCH).map((batch) => call('X-Ban-Tags', batch)),
      ...batches(paths, VARNISH_BATCH).map((batch) => call('X-Ban-Paths', batch)),
    ];
  };
};

/** The CDNs by name. */
export const CDNS = { cloudflare, fastly, varnish };

/** Returns the values of variables. Throws an error that names a missing one. */
export function demand(environment: NodeJS.ProcessEnv, ...names: readonly string[]): string[] {
  return names.map((name) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is missing; set it in the environment.`);
    return value;
  });
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, at) => at * size);
  return starts.map((start) => items.slice(start, start + size));
}
