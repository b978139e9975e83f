import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { escapeMarkup } from '#artifacts/markup.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { HttpError } from './http-error.ts';
import type { Reply } from './reply.ts';
import { faultPageSecurity } from './shared-headers.ts';
import { uncachedReply } from './uncached-reply.ts';

// A file of its own, with its style in it: it is shown where nothing can be rendered.
const TEMPLATE = readFileSync(join(import.meta.dirname, 'fault-page.html'), 'utf8');
const [, STYLE = ''] = /<style>([\s\S]*)<\/style>/.exec(TEMPLATE) ?? [];
const SECURITY = faultPageSecurity(createHash('sha256').update(STYLE).digest('base64'));

/** What people read in place of the name of a status. */
const TITLES: Readonly<Record<number, string>> = {
  404: 'This page does not exist',
  410: 'This review was taken down',
  500: 'This page cannot be shown',
  503: 'One moment, please',
};

/** Data are at these places; who asks there is a program, whatever it accepts. */
const DATA_PLACES = /^\/(?:api|mcp|\.well-known|healthz|readyz)(?:\/|$)|\.(?:json|xml|txt)$/;

/** Whether an error at a path is for a person to read: the client asks for a page. */
export function wantsPage(path: string, accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept) && !DATA_PLACES.test(path);
}

/** An error as a page. It asks again by itself where Retry-After says when. */
export function replyWithFaultPage({ status, message, headers }: HttpError): Reply {
  const seconds = headers['Retry-After'];
  const refresh = seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`;
  const next =
    seconds === undefined ? '<a href="/">To the reviews</a>' : 'This page asks again by itself.';
  const values: Readonly<Record<string, string>> = {
    title: escapeMarkup(TITLES[status] ?? STATUS_CODES[status] ?? 'Error'),
    detail: escapeMarkup(message),
    refresh,
    next,
  };
  const html = TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
  return uncachedReply(status, HTML_TYPE, html, Object.entries(headers).flat(), SECURITY);
}
