/** The one guard of this process: its worker is started by the first statement that needs it. */
import { type Dialect, SqlGuard } from '../sql-guard/sql-guard.ts';

const guard = new SqlGuard();

/** @throws Fault `refused` for what is not provably one query that only reads. */
export function checkSql(dialect: Dialect, text: string): Promise<void> {
  return guard.check(dialect, text);
}
