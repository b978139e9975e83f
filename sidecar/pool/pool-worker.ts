import { parentPort } from 'node:worker_threads';
import { compress } from '#artifacts/encode-variants.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { describeError } from '../describe-error.ts';
import { runUntilCanceled } from './canceled.ts';
import { NO_NATIVE_CODE, type Results, type Task, type TaskMessage } from './tasks.ts';

/*
 * Runs in a thread of the pool. It does one task at a time. Modules that only some tasks need are
 * loaded by the first of them: native code for images, SQLite and Parquet for tables.
 */

parentPort?.on('message', (task: Task) => void answer(task));
post({ type: 'ready' });

async function answer(task: Task): Promise<void> {
  try {
    post({ type: 'done', result: await run(task) });
  } catch (error) {
    post({ type: 'refused', cause: describeError(error), code: systemCodeOf(error) });
  }
}

async function run(task: Task): Promise<Results[Task['type']]> {
  if (task.type === 'compressPage') return compress([task.html]);
  if (task.type === 'compress') {
    const { body, canceled } = task;
    return runUntilCanceled(canceled, (signal) => compress(body, 'anywhere', signal));
  }
  if (task.type === 'rasterize') return (await loadRasterizer())(task.svg);
  const { makeFile, encodeFile } = await import('../formats/make-file.ts');
  return task.type === 'make' ? makeFile(task) : encodeFile(task);
}

/** Only images need native code, which does not exist for every machine. */
async function loadRasterizer(): Promise<(svg: string) => Results['rasterize']> {
  try {
    return (await import('../render/threads/rasterize-svg.ts')).rasterizeSvg;
  } catch (cause) {
    throw Object.assign(new Error(describeError(cause)), { code: NO_NATIVE_CODE });
  }
}

function post(message: TaskMessage): void {
  parentPort?.postMessage(message);
}
