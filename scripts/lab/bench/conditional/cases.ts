import { type Answer, ask, headerOf } from '../load/ask.ts';

/** One kind of request, with the answer of ours that peers have to equal. */
export type RequestCase = {
  readonly label: string;
  readonly path: string;
  /** Where peers hold the same bytes. */
  readonly peerPath: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isConditional: boolean;
  readonly headsDiffer: boolean;
  readonly hasAim: boolean;
  readonly answer: Answer;
};

/** A kind of request, before anybody was asked. */
export type Outline = Omit<RequestCase, 'answer' | 'headers' | 'peerPath'> & {
  readonly headers?: RequestCase['headers'];
  readonly peerPath?: string;
};

/** What is asked of a sidecar and its peers. Throws an Error where the sidecar answers otherwise. */
export async function listCases(origin: string): Promise<RequestCase[]> {
  const page = await findReviewPage(origin);
  const dataset = '/reviews.json';
  const revalidation = { path: dataset, isConditional: true };
  const outlines: Outline[] = [
    { ...revalidation, label: '304 dataset', headsDiffer: false, hasAim: true },
    { ...revalidation, label: '304 dataset, each head new', headsDiffer: true, hasAim: true },
    {
      label: '200 page of a review',
      path: page,
      isConditional: false,
      headsDiffer: false,
      hasAim: true,
    },
    {
      label: '200 dataset in brotli',
      path: dataset,
      peerPath: `${dataset}.br`,
      headers: { 'Accept-Encoding': 'br' },
      isConditional: false,
      headsDiffer: false,
      hasAim: false,
    },
  ];
  return Promise.all(outlines.map((outline) => completeCase(origin, outline)));
}

/** The headers that make a request of a case to a server: conditional with that server's own tag. */
export async function headersFor(
  url: string,
  { headers, isConditional }: Pick<RequestCase, 'headers' | 'isConditional'>,
): Promise<RequestCase['headers']> {
  if (!isConditional) return headers;
  const etag = headerOf(await ask({ url, headers }), 'etag');
  if (etag === undefined) throw new Error('it sends no ETag');
  return { ...headers, 'If-None-Match': etag };
}

/** Asks a sidecar. Throws an Error where it answers neither 200 nor, if that is asked for, 304. */
export async function completeCase(origin: string, outline: Outline): Promise<RequestCase> {
  const { path, headers = {}, peerPath = path, isConditional, label } = outline;
  const url = origin + path;
  const sent = await headersFor(url, { headers, isConditional });
  const answer = await ask({ url, headers: sent });
  const expected = isConditional ? 304 : 200;
  if (answer.status !== expected) throw new Error(`${label}: the sidecar says ${answer.status}.`);
  return { ...outline, peerPath, headers: sent, answer };
}

async function findReviewPage(origin: string): Promise<string> {
  const { body } = await ask({ url: `${origin}/reviews.json`, headers: {} });
  const [, path] = /"url":"https?:\/\/[^/"]+(\/reviews\/[^/"]+\/)"/.exec(body.toString()) ?? [];
  if (path === undefined) throw new Error('reviews.json names no page of a review.');
  return path;
}
