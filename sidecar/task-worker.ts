import { parentPort, type Transferable } from 'node:worker_threads';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { describeError } from './describe-error.ts';
import { SerialQueue } from './serial-queue.ts';
import { collectGarbage } from './spare-memory.ts';
import type { TaskMessage } from './task-thread.ts';

/** A result, and what of it is handed over rather than copied. */
type Done<Result> = { readonly result: Result; readonly moved: Transferable[] };

/** A thread that has had nothing to do for this long holds no garbage. */
const IDLE_MS = 250;

/**
 * In the thread of a TaskThread: does the tasks in their order. What they leave is beyond the heap, of
 * which V8 sees little, so garbage is collected after every so many, and where no more come.
 */
export function serveTasks<Task, Result>(
  run: (task: Task) => Done<Result> | Promise<Done<Result>>,
  { tasksBetween }: { readonly tasksBetween: number },
): void {
  const queue = new SerialQueue();
  let tasks = 0;
  let idle: NodeJS.Timeout | undefined;
  const collect = () => {
    tasks = 0;
    collectGarbage();
  };
  const post = (message: TaskMessage<Result>, moved: Transferable[] = []) =>
    parentPort?.postMessage(message, moved);
  parentPort?.on('message', (task: Task) => {
    clearTimeout(idle);
    void queue.run(async () => {
      try {
        const { result, moved } = await run(task);
        post({ type: 'done', result }, moved);
      } catch (error) {
        post({ type: 'refused', cause: describeError(error), code: systemCodeOf(error) });
      }
      if (++tasks >= tasksBetween) collect();
      else if (queue.length === 1) idle = setTimeout(collect, IDLE_MS);
    });
  });
  post({ type: 'ready' });
}
