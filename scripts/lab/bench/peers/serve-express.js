// The process of express.static: serve-express.js PORT FOLDER HEADERS, the last as JSON.
import express from 'express';

const [port, folder, headers] = process.argv.slice(2);
const app = express();
app.disable('x-powered-by');
app.use(
  express.static(folder, {
    cacheControl: false,
    setHeaders: (response) => response.setHeaders(new Map(Object.entries(JSON.parse(headers)))),
  }),
);
app.listen(Number(port), '127.0.0.1').keepAliveTimeout = 65_000;
