import { parentPort, type Transferable } from 'node:worker_threads';
import { compress } from '#artifacts/encode-variants.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { describeError } from '../describe-error.ts';
import { collectGarbage } from '../spare-memory.ts';
import { runUntilCancelled } from './cancelled.ts';
import { NO_NATIVE_CODE, type Results, type Task, type TaskMessage } from './tasks.ts';

/*
 * In a thread of the pool. It does one task at a time. What only some tasks need is loaded by the first
 * of them: native code for images, SQLite and Parquet for tables. Results leave memory that V8 sees
 * little of, so garbage is collected after each large one, and after small ones where no more follow.
 */

/** A page leaves 50 kB; to collect costs as much as 20 pages. */
const PAGES_BETWEEN = 128;
const IDLE_MS = 250;

let pages = 0;
let idle: NodeJS.Timeout | undefined;

parentPort?.on('message', (task: Task) => {
  clearTimeout(idle);
  void answer(task);
});
post({ type: 'ready' });

async function answer(task: Task): Promise<void> {
  try {
    const result = await run(task);
    post({ type: 'done', result }, buffersOf(result));
  } catch (error) {
    post({ type: 'refused', cause: describeError(error), code: systemCodeOf(error) });
  }
  if (task.type !== 'compressPage' || ++pages >= PAGES_BETWEEN) collect();
  else idle = setTimeout(collect, IDLE_MS);
}

async function run(task: Task): Promise<Results[Task['type']]> {
  if (task.type === 'compressPage') return compress([task.html]);
  if (task.type === 'compress') {
    const { body, cancelled } = task;
    return runUntilCancelled(cancelled, (signal) => compress(body, 'anywhere', signal));
  }
  if (task.type === 'rasterize') return (await loadRasterizer())(task.svg);
  const { makeFile, encodeFile } = await import('../formats/make-file.ts');
  return task.type === 'make' ? makeFile(task) : encodeFile(task);
}

/** Images alone need native code, which there is not for every machine. */
async function loadRasterizer(): Promise<(svg: string) => Results['rasterize']> {
  try {
    return (await import('../render/threads/rasterize-svg.ts')).rasterizeSvg;
  } catch (cause) {
    throw Object.assign(new Error(describeError(cause)), { code: NO_NATIVE_CODE });
  }
}

/** What is handed over rather than copied. */
function buffersOf(result: Results[Task['type']]): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer];
  return 'sha256' in result ? [] : Object.values(result).map(({ body: [bytes] }) => bytes.buffer);
}

function collect(): void {
  pages = 0;
  collectGarbage();
}

function post(message: TaskMessage, moved: Transferable[] = []): void {
  parentPort?.postMessage(message, moved);
}
