// The process of a peer that sends static bytes: `run-static.ts express|buffer|buffers PORT SETTINGS`.
import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';

const Site = z.object({
  root: z.string(),
  mediaType: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});
const Reply = z.object({ status: z.number(), headers: z.array(z.string()), bytes: z.number() });
const Replies = z.record(z.string(), Reply);

const KEEP_ALIVE_MILLISECONDS = 65_000;

function serveExpress({ root, mediaType, headers }: z.infer<typeof Site>, port: number): void {
  const app = express();
  app.disable('x-powered-by');
  app.use(
    express.static(root, {
      dotfiles: 'allow',
      cacheControl: false,
      setHeaders: (response) => {
        response.setHeader('Content-Type', mediaType);
        for (const [name, value] of headers) response.setHeader(name, value);
      },
    }),
  );
  app.listen(port, '127.0.0.1').keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
}

/** The same with one buffer a path. */
function serveBuffers(replies: z.infer<typeof Replies>, port: number): void {
  const ready = new Map(
    Object.entries(replies).map(([path, { status, headers, bytes }]) => {
      return [path, { status, headers, body: Buffer.alloc(bytes, 'x') }] as const;
    }),
  );
  createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, ({ url = '' }, response) => {
    const { status = 404, headers = [], body } = ready.get(url) ?? {};
    response.writeHead(status, headers);
    response.end(body);
  }).listen(port, '127.0.0.1');
}

/** node:http with nothing to do but to send one buffer. */
function serveBuffer({ status, headers, bytes }: z.infer<typeof Reply>, port: number): void {
  const body = Buffer.alloc(bytes, 'x');
  createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  }).listen(port, '127.0.0.1');
}

const [kind, port, settings = ''] = process.argv.slice(2);
if (kind === 'express') serveExpress(Site.parse(JSON.parse(settings)), Number(port));
else if (kind === 'buffers') serveBuffers(Replies.parse(JSON.parse(settings)), Number(port));
else serveBuffer(Reply.parse(JSON.parse(settings)), Number(port));
