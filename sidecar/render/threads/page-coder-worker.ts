import { type Codings, compress } from '#artifacts/encode-variants.ts';
import { serveTasks } from '../../task-worker.ts';

/** Compresses pages (see page-coder.ts), each of which leaves 50 kB; to collect costs as much as 20 pages. */
serveTasks<Uint8Array, Codings>(
  async (html) => {
    const result = await compress([html]);
    return { result, moved: Object.values(result).map(({ body: [bytes] }) => bytes.buffer) };
  },
  { tasksBetween: 128 },
);
