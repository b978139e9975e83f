export type Example = {
  /** Which features it has; the rest are 0. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly isTrue: boolean;
  readonly weight: number;
};

/**
 * Fits a logistic regression: the weights that make the examples likeliest, each held towards 0 by
 * its penalty (L2; half of the penalty times the square). The last weight is the bias.
 */
export function fitLogistic(examples: readonly Example[], penalties: Float64Array): Float64Array {
  const bias = penalties.length;
  return minimise((weights, gradient) => {
    let loss = 0;
    gradient.fill(0);
    for (const [index, penalty] of penalties.entries()) {
      const weight = weights[index] ?? 0;
      loss += (penalty * weight * weight) / 2;
      gradient[index] = penalty * weight;
    }
    for (const { indices, values, isTrue, weight } of examples) {
      let logit = weights[bias] ?? 0;
      for (let i = 0; i < indices.length; i++) {
        logit += (weights[indices[i] ?? 0] ?? 0) * (values[i] ?? 0);
      }
      loss += weight * lossOf(isTrue ? logit : -logit);
      const pull = weight * (1 / (1 + Math.exp(-logit)) - (isTrue ? 1 : 0));
      gradient[bias] = (gradient[bias] ?? 0) + pull;
      for (let i = 0; i < indices.length; i++) {
        const index = indices[i] ?? 0;
        gradient[index] = (gradient[index] ?? 0) + pull * (values[i] ?? 0);
      }
    }
    return loss;
  }, bias + 1);
}

/** −log of the logistic function, without overflow. */
function lossOf(logit: number): number {
  return logit > 0 ? Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit)) - logit;
}

/** The value of a function at a point; it writes the gradient there into `gradient`. */
type Objective = (point: Float64Array, gradient: Float64Array) => number;

/** Number of earlier steps from which the curvature is estimated. */
const MEMORY = 7;
const MAX_STEPS = 100;
const MAX_HALVINGS = 20;
/** A step that gains less than this share of the value is the last one. */
const LEAST_GAIN = 1e-6;

/**
 * Minimises a smooth convex function from the origin on: L-BFGS (Nocedal, Wright: Numerical
 * Optimization, 2nd ed., algorithm 7.4) with backtracking. Same function, same point, to the bit.
 */
function minimise(objective: Objective, size: number): Float64Array {
  let point = new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = objective(point, gradient);
  const history: Step[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const direction = directionOf(gradient, history);
    const slope = dot(gradient, direction);
    const next = new Float64Array(size);
    const nextGradient = new Float64Array(size);
    let nextValue = Number.POSITIVE_INFINITY;
    let length = 1;
    for (let halving = 0; halving < MAX_HALVINGS; halving++, length /= 2) {
      for (let i = 0; i < size; i++) next[i] = at(point, i) + length * at(direction, i);
      nextValue = objective(next, nextGradient);
      // Armijo's condition (algorithm 3.1 there).
      if (nextValue <= value + 1e-4 * length * slope) break;
    }
    if (!(nextValue < value)) return point;
    remember(history, difference(next, point), difference(nextGradient, gradient));
    const gain = (value - nextValue) / Math.max(1, Math.abs(value));
    point = next;
    gradient = nextGradient;
    value = nextValue;
    if (gain < LEAST_GAIN) return point;
  }
  return point;
}

/** A step that was taken, how the gradient changed, and one over their product. */
type Step = { readonly move: Float64Array; readonly turn: Float64Array; readonly rho: number };

function remember(history: Step[], move: Float64Array, turn: Float64Array): void {
  const product = dot(move, turn);
  if (product <= 1e-10) return;
  history.push({ move, turn, rho: 1 / product });
  if (history.length > MEMORY) history.shift();
}

/** The two-loop recursion: the gradient times an estimate of the inverse Hessian, downhill. */
function directionOf(gradient: Float64Array, history: readonly Step[]): Float64Array {
  const direction = gradient.map((component) => -component);
  const alphas = history.map(() => 0);
  for (let k = history.length - 1; k >= 0; k--) {
    const step = history[k];
    if (!step) continue;
    const alpha = step.rho * dot(step.move, direction);
    alphas[k] = alpha;
    addTo(direction, step.turn, -alpha);
  }
  const newest = history.at(-1);
  const scale = newest
    ? 1 / (newest.rho * dot(newest.turn, newest.turn))
    : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)));
  for (let i = 0; i < direction.length; i++) direction[i] = at(direction, i) * scale;
  for (const [k, { move, turn, rho }] of history.entries()) {
    addTo(direction, move, (alphas[k] ?? 0) - rho * dot(turn, direction));
  }
  return direction;
}

function addTo(target: Float64Array, vector: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] = at(target, i) + factor * at(vector, i);
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((component, i) => component - at(b, i));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i);
  return sum;
}

function at(vector: Float64Array, index: number): number {
  return vector[index] ?? 0;
}
