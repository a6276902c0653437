import { type Clock, systemClock } from '../src/core/clock.ts';

const longestPauseMs = 5000;
const factor = 20;

/** Pauses between tries and between questions about a started query pass twenty times as fast; deadlines stay. */
export const hurriedClock: Clock = {
  ...systemClock,
  after: (delayMs, run, options) =>
    systemClock.after(delayMs < longestPauseMs ? delayMs / factor : delayMs, run, options),
};
