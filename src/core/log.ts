/** Structured log on standard error: JSON lines, every one redacted by value before it is written. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Redactor } from './redact.ts';
import { printableJson } from './text/hidden-characters.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export interface LogOptions {
  readonly level?: string | undefined;
  readonly redactor: Redactor;
  /** Standard error unless a test looks on. */
  readonly destination?: DestinationStream;
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'];

export function createLog(name: string, { level, redactor, destination = pino.destination(2) }: LogOptions): Log {
  // Redaction works on the finished line: nothing that a serializer adds later can slip past it.
  const redacting: DestinationStream = { write: (line) => destination.write(printableJson(redactor.text(line))) };
  return pino(
    {
      name,
      level: level !== undefined && levels.includes(level) ? level : 'info',
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    redacting,
  );
}
