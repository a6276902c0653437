/** A comparison in parts: all of it but its rows, and the rows of one axis. */
import { z } from 'zod';
import { AxisTable, DiffSummary } from '../../../profiler/witness/diff/diff.ts';

/** Of the captures that were compared: what a table is asked for with, so that it is of the same ones. */
const comparison = z.string();

export const ComparisonSummary = DiffSummary.extend({ comparison });
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

export const ComparisonTable = AxisTable.extend({ comparison });
export type ComparisonTable = z.infer<typeof ComparisonTable>;
