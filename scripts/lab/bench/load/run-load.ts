// The process of our own load generator: an order comes as an argument, figures go to its output.

import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { z } from 'zod';
import { send } from './ask.ts';
import { headOf, runConnections } from './connections.ts';
import { FIRST_ID, type Load, summariseLoad } from './load.ts';

const headers = z.record(z.string(), z.string());
const Order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    request: z.object({ url: z.string(), headers }),
    expectedStatus: z.number(),
    connections: z.number(),
    seconds: z.number(),
    headsDiffer: z.boolean(),
  }),
  z.object({
    kind: z.literal('list'),
    origin: z.string(),
    list: z.string(),
    headers,
    connections: z.number(),
  }),
  z.object({ kind: z.literal('posts'), file: z.string() }),
]);
type Order = z.infer<typeof Order>;
type OrderOf<Kind extends Order['kind']> = Extract<Order, { kind: Kind }>;

const Posts = z.object({
  url: z.string(),
  posts: z.array(z.object({ headers, before: z.string(), after: z.string() })),
  connections: z.number(),
  seconds: z.number(),
});

function run(order: Order): Promise<Load> {
  switch (order.kind) {
    case 'request':
      return repeatRequest(order);
    case 'list':
      return requestList(order);
    case 'posts':
      return repeatPosts(Posts.parse(JSON.parse(readFileSync(order.file, 'utf8'))));
  }
}

function repeatRequest({
  request,
  seconds,
  headsDiffer,
  ...shape
}: OrderOf<'request'>): Promise<Load> {
  const url = new URL(request.url);
  const head = headOf(url, url.pathname, request.headers);
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  return runConnections({ url, ...shape }, () => {
    // Every connection asks once, however late it was made.
    if (sent >= shape.connections && performance.now() >= end) return undefined;
    sent++;
    return headsDiffer ? `${head}\r\nUser-Agent: bench/${sent}\r\n\r\n` : `${head}\r\n\r\n`;
  });
}

function requestList({ origin, list, headers, connections }: OrderOf<'list'>): Promise<Load> {
  const url = new URL(origin);
  const paths = readFileSync(list, 'utf8').split('\n');
  const requests = paths.map((path) => `${headOf(url, path, headers)}\r\n\r\n`);
  let sent = 0;
  return runConnections({ url, expectedStatus: 200, connections }, () => requests[sent++]);
}

async function repeatPosts({
  url,
  posts,
  connections,
  seconds,
}: z.infer<typeof Posts>): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let bytes = 0;
  let failures = 0;
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const runConnection = async () => {
    while (performance.now() < end) {
      const post = posts[sent % posts.length];
      if (post === undefined) return;
      const id = FIRST_ID + ++sent;
      const asked = performance.now();
      const body = post.before + id + post.after;
      const answer = await send({ url, headers: post.headers, body }, agent);
      milliseconds.push(performance.now() - asked);
      bytes += answer.wireBytes;
      if (answer.status !== 200 || !answer.body.includes(`"id":${id}`)) failures++;
    }
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
  agent.destroy();
  const taken = (performance.now() - start) / 1000;
  return summariseLoad({ seconds: taken, bytes, failures }, milliseconds);
}

const load = await run(Order.parse(JSON.parse(process.argv[2] ?? '')));
process.stdout.write(JSON.stringify(load));
