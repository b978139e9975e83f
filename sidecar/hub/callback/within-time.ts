/**
 * Does work with a signal that comes when its time is up. It ends then at once; the signal lets go
 * of what the work holds.
 */
export async function withinTime<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `There was no answer within ${ms} ms.`;
    const error = Object.assign(new Error(message), { code: 'ETIMEDOUT' });
    expiry.reject(error);
    controller.abort(error);
  }, ms);
  try {
    // undici looks at a signal only once a request has a connection.
    return await Promise.race([work(controller.signal), expiry.promise]);
  } finally {
    clearTimeout(timer);
  }
}
