import type { Dialect } from './dialects.ts';
import type { Answered } from './questions.ts';

/** A tool call, ready to be sent again and again under a new id each time. */
export type Call = {
  readonly question: Answered;
  readonly headers: Readonly<Record<string, string>>;
  /** The body up to the id, and from there on. */
  readonly before: string;
  readonly after: string;
};

/** All ids from here on have as many digits, so that all requests and answers keep their sizes. */
export const FIRST_ID = 10_000_000;

export function createCall(question: Answered, dialect: Dialect): Call {
  const rest = JSON.stringify({ method: 'tools/call', params: dialect.paramsFor(question) });
  return {
    question,
    headers: dialect.headersFor(question),
    before: '{"jsonrpc":"2.0","id":',
    after: `,${rest.slice(1)}`,
  };
}

/** Every question in every dialect, next to each other what differs in both. */
export function listCalls(questions: readonly Answered[], dialects: readonly Dialect[]): Call[] {
  return dialects.flatMap((_, shift) =>
    questions.flatMap((question, index) => {
      const dialect = dialects[(index + shift) % dialects.length];
      return dialect === undefined ? [] : [createCall(question, dialect)];
    }),
  );
}

/** The whole request on the wire, up to the id and from there on. */
export function requestTextOf(url: string, { headers, before, after }: Call): [string, string] {
  const { host, pathname } = new URL(url);
  const length = Buffer.byteLength(before) + String(FIRST_ID).length + Buffer.byteLength(after);
  const fields = Object.entries({ Host: host, ...headers, 'Content-Length': `${length}` });
  const head = [`POST ${pathname} HTTP/1.1`, ...fields.map((field) => field.join(': ')), '', ''];
  return [head.join('\r\n') + before, after];
}
