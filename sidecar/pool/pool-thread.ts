import { Worker } from 'node:worker_threads';
import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';
import type { Results, Task, TaskMessage } from './tasks.ts';

/** An idle thread ends: it takes some 25 MB. */
const IDLE_MS = 30_000;

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread: POOL_WORKER. */
  readonly worker: URL;
  readonly name: string;
  /** A description of the thread, as faults name it. */
  readonly what: string;
  /** The effect of its death, as the end of a sentence. */
  readonly reason: string;
  readonly idleMs?: number;
};

/** The reason for which a task is rejected if its thread ended before it was done. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

type Entry = {
  readonly task: Task;
  /** Only the task knows the type of its result. */
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Does tasks in a thread, one at a time: pages before images, which take ten times as long. The
 * thread starts with the first task and ends after a long idle time. If it dies or cannot be
 * started, that is a fault, and the supervisor, not the next task, starts it again.
 */
export class PoolThread {
  readonly #deps: Deps;
  #waiting: Entry[] = [];
  #running: Entry | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isResting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Returns the result of a task. Rejects with a ThreadEndedError if there is no thread or it ends
   * first, and with an Error if the task cannot be done.
   */
  async run<Type extends Task['type']>(
    task: Task & { readonly type: Type },
  ): Promise<Results[Type]> {
    if (this.#isResting) throw this.#ended();
    const { promise, resolve, reject } = Promise.withResolvers<Results[Type]>();
    const isPage = task.type === 'compressPage';
    const before = isPage ? this.#waiting.findIndex((one) => one.task.type === 'rasterize') : -1;
    const at = before < 0 ? this.#waiting.length : before;
    this.#waiting.splice(at, 0, { task, resolve, reject });
    if (!this.#running) this.#next();
    return promise;
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    this.#isResting = true;
    await this.#end();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#running = this.#waiting.shift();
    if (!this.#running) {
      const { idleMs = IDLE_MS } = this.#deps;
      this.#timer = setTimeout(() => void this.#end(), idleMs).unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker?.postMessage(this.#running.task);
  }

  /** Undefined if the system is out of threads. */
  #start(): Worker | undefined {
    const { worker: module, name, what, supervisor } = this.#deps;
    let worker: Worker;
    try {
      worker = new Worker(module, { name });
    } catch (error) {
      this.#fail(describeError(error));
      return undefined;
    }
    let cause = 'It ended by itself.';
    worker.on('message', (message: TaskMessage & { readonly result: never }) => {
      // A thread that was given up may still have sent something.
      if (this.#worker !== worker) return;
      if (message.type === 'ready') supervisor.recover(what);
      else this.#settle(message);
    });
    worker.on('error', (error: unknown) => {
      cause = describeError(error);
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#fail(cause);
    });
    // After the listeners, which would keep the process alive again.
    worker.unref();
    return worker;
  }

  #settle(message: Exclude<TaskMessage, { readonly type: 'ready' }> & { result: never }): void {
    if (message.type === 'done') this.#running?.resolve(message.result);
    else this.#running?.reject(Object.assign(new Error(message.cause), { code: message.code }));
    this.#next();
  }

  /** Gives up the thread and the tasks that wait for it. */
  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    const given = [this.#running, ...this.#waiting];
    this.#worker = undefined;
    this.#running = undefined;
    this.#waiting = [];
    for (const entry of given) entry?.reject(this.#ended());
    await worker?.terminate();
  }

  #ended(): ThreadEndedError {
    return new ThreadEndedError(`The thread ${this.#deps.name} has ended.`);
  }

  #fail(cause: string): void {
    this.#isResting = true;
    void this.#end();
    const { supervisor, what, reason } = this.#deps;
    supervisor.fail({ kind: 'thread', what, code: 'THREAD_DIED', reason, cause }, () => {
      this.#isResting = false;
      this.#worker = this.#start();
      this.#next();
    });
  }
}
