/** Tails and quantiles of Student's t, by a library; here only how the judgement asks for them. */
import { studentCdf, studentQuantile } from './special-functions.ts';

/** P(T ≥ x). Asked as the lower tail of −x, which keeps its digits where the tail is thin. */
export function upperTail(x: number, degrees: number): number {
  return studentCdf(-x, degrees);
}

/** The value that T exceeds with probability `tail`, for tails below one half. */
export function criticalValue(tail: number, degrees: number): number {
  return -studentQuantile(tail, degrees);
}

/** As `criticalValue`, for few different arguments asked again and again. */
export function rememberCriticalValues(): typeof criticalValue {
  const known = new Map<number, Map<number, number>>();
  return (tail, degrees) => {
    const own = known.get(degrees) ?? new Map<number, number>();
    known.set(degrees, own);
    const value = own.get(tail) ?? criticalValue(tail, degrees);
    own.set(tail, value);
    return value;
  };
}
