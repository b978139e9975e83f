import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Clients } from './client.ts';
import { HttpError } from './http-error.ts';

/** Maximum clients that are remembered: one with many addresses must not fill the memory. */
const MAX_CLIENTS = 10_000;
const MINUTE_MS = 60_000;

/**
 * A 304 is not counted, so that polite clients may ask often, up to this many times the limit: they
 * also cost work.
 */
const FREE_TIMES = 10;

/** The requests of a client in a minute. */
type Window = { readonly start: number; count: number; free: number };

type Options = {
  /** 0 is no limit. */
  readonly perMinute: number;
  /** The name of the limit in the headers. */
  readonly name: string;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
};

/** Reclassifies a counted request as a free one. */
const free = new WeakMap<ServerResponse, () => void>();

/**
 * Counts requests before they are answered, and refuses those beyond a client's limit per minute
 * with 429. The limit is stated in the headers of draft-ietf-httpapi-ratelimit-headers-08 and in
 * Retry-After.
 */
export function limitRate(
  { perMinute, name, now = () => performance.now() }: Options,
  clients: Clients,
): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  const windows = new LRUCache<string, Window>({ max: MAX_CLIENTS });
  return (request, response, next) => {
    const client = clients.of(request);
    const known = windows.get(client);
    const time = now();
    const window =
      known && time < known.start + MINUTE_MS ? known : { start: time, count: 0, free: 0 };
    if (window !== known) windows.set(client, window);
    const seconds = Math.ceil((window.start - time + MINUTE_MS) / 1000);
    const state = () => {
      const left = perMinute - window.count;
      response.setHeader('RateLimit', `"${name}"; r=${left}; t=${seconds}`);
    };
    const isRefused = window.count >= perMinute;
    if (!isRefused) window.count++;
    state();
    response.setHeader('RateLimit-Policy', `"${name}"; q=${perMinute}; w=${MINUTE_MS / 1000}`);
    if (isRefused) {
      response.setHeader('Retry-After', String(seconds));
      const many = `More than ${perMinute} requests came from your address in a minute`;
      const detail = `${many}; wait ${seconds} seconds, as Retry-After says, and try again.`;
      throw new HttpError(429, detail);
    }
    free.set(response, () => {
      if (window.free >= perMinute * FREE_TIMES) return;
      window.free++;
      window.count--;
      state();
    });
    next();
  };
}

/** Stops counting a request whose answer is a 304. Called before its answer is sent. */
export function giveBack(response: ServerResponse): void {
  free.get(response)?.();
}
