import { parentPort, type Transferable } from 'node:worker_threads';
import { SerialQueue } from '#dataset/serial-queue.ts';
import { describeError } from '../../describe-error.ts';
import { collectGarbage } from '../../spare-memory.ts';
import type { TaskMessage } from './task-thread.ts';

/** A result, and what of it is handed over rather than copied. */
type Done<Result> = { readonly result: Result; readonly moved: readonly Transferable[] };

/**
 * In the thread of a TaskThread: does the tasks in their order. What they leave is beyond the heap, of
 * which V8 sees little, so garbage is collected after every so many.
 */
export function serveTasks<Task, Result>(
  run: (task: Task) => Done<Result> | Promise<Done<Result>>,
  { tasksBetween }: { readonly tasksBetween: number },
): void {
  const queue = new SerialQueue();
  let tasks = 0;
  const tell = (message: TaskMessage<Result>, moved: readonly Transferable[] = []) =>
    parentPort?.postMessage(message, [...moved]);
  parentPort?.on('message', (task: Task) => {
    void queue.run(async () => {
      try {
        const { result, moved } = await run(task);
        tell({ type: 'done', result }, moved);
      } catch (error) {
        tell({ type: 'refused', cause: describeError(error) });
      }
      if (++tasks % tasksBetween === 0) collectGarbage();
    });
  });
  tell({ type: 'ready' });
}
