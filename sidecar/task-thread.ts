import { Worker } from 'node:worker_threads';
import { describeError } from './describe-error.ts';
import { SMALL_HEAP } from './spare-memory.ts';
import type { Supervisor } from './supervisor.ts';

/** From the thread (task-worker.ts): `ready`, then what became of each task, in their order. */
export type TaskMessage<Result> =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly result: Result }
  /** `code` is that of the system, where it has one. */
  | { readonly type: 'refused'; readonly cause: string; readonly code: string | undefined };

/** One that takes this long hangs. */
const TASK_MS = 10_000;

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread. */
  readonly worker: URL;
  readonly name: string;
  /** The thread in words: "the thread that makes images". */
  readonly what: string;
  /** What its death means, as the end of a sentence. */
  readonly reason: string;
  /** After how many milliseconds without a task the thread ends; by default never. */
  readonly idleMs?: number | undefined;
  /** Milliseconds after which a task hangs, and the thread is given up. */
  readonly taskMs?: number | undefined;
};

/** What a task is rejected with that cannot be done: what the thread says of it. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: string | undefined;
  constructor(cause: string, code: string | undefined) {
    super(cause);
    this.code = code;
  }
}

/** What a task is rejected with where its thread has ended before it was done. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/**
 * Does tasks in a thread, one after another. The thread starts with the first task; where it dies, or
 * cannot be started, that is a fault, and the supervisor, not the next task, starts it again.
 */
export class TaskThread<Task, Result> {
  readonly #deps: Deps;
  readonly #waiting: PromiseWithResolvers<Result>[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isResting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** The number of tasks that are not done. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * The result of a task. Rejects with a ThreadEndedError where there is no thread or it ends before,
   * and with an Error where the task cannot be done.
   */
  async run(task: Task): Promise<Result> {
    if (!this.#worker && !this.#isResting) this.#start();
    if (!this.#worker) throw new ThreadEndedError(`There is no ${this.#deps.name}.`);
    const done = Promise.withResolvers<Result>();
    this.#waiting.push(done);
    if (this.#waiting.length === 1) this.#watch();
    this.#worker.postMessage(task);
    return done.promise;
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#isResting = true;
    this.#end();
    await worker?.terminate();
  }

  #start(): void {
    const { worker: module, name, what, supervisor } = this.#deps;
    let cause = 'It ended by itself.';
    let worker: Worker;
    try {
      worker = new Worker(module, { name, resourceLimits: SMALL_HEAP });
    } catch (error) {
      this.#fail(describeError(error));
      return;
    }
    this.#isResting = false;
    this.#worker = worker;
    worker.on('message', (message: TaskMessage<Result>) => {
      // One that was given up may still have sent something.
      if (this.#worker !== worker) return;
      if (message.type === 'ready') supervisor.recover(what);
      else if (message.type === 'done') this.#waiting.shift()?.resolve(message.result);
      else this.#waiting.shift()?.reject(new RefusedError(message.cause, message.code));
      this.#watch();
    });
    worker.on('error', (error: unknown) => {
      cause = describeError(error);
    });
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#end();
      this.#fail(cause);
    });
    // After the listeners, which would keep the process alive again.
    worker.unref();
  }

  /** Ends the thread where it has nothing to do for long, or takes too long. */
  #watch(): void {
    clearTimeout(this.#timer);
    const { idleMs, taskMs = TASK_MS, name } = this.#deps;
    const isIdle = this.#waiting.length === 0;
    if (isIdle && idleMs === undefined) return;
    this.#timer = setTimeout(
      () => {
        const worker = this.#worker;
        this.#end();
        void worker?.terminate();
        if (!isIdle) this.#fail(`A task of the ${name} took more than ${taskMs / 1000} seconds.`);
      },
      isIdle ? idleMs : taskMs,
    );
    this.#timer.unref();
  }

  /** Gives up the thread and the tasks that wait for it. */
  #end(): void {
    clearTimeout(this.#timer);
    this.#worker = undefined;
    const ended = new ThreadEndedError(`The ${this.#deps.name} has ended.`);
    for (const done of this.#waiting.splice(0)) done.reject(ended);
  }

  #fail(cause: string): void {
    this.#isResting = true;
    const { supervisor, what, reason } = this.#deps;
    supervisor.fail({ kind: 'thread', what, code: 'THREAD_DIED', reason, cause }, () =>
      this.#start(),
    );
  }
}
