/** The real PostgreSQL of the suite: the one that the benchmarks start too. */
export { startPostgres, type TemporaryPostgres as TestPostgres } from '../bench/fleet/temporary-postgres.ts';
