import type { Label } from '../labelled/label.ts';

/** What a text was labelled by people, and by a method. */
export type Verdict = { readonly gold: Label; readonly predicted: Label };

/** A verdict of a method that knows how sure it is: from 0 to 1. */
export type Prediction = Verdict & { readonly confidence: number };
