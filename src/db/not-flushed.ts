import { sql } from 'kysely'

/**
 * A condition that is always true and whose transaction answers before it is on disk. It survives any crash of ours; if
 * the database itself crashes within the next half second it may be as if it had never been. For what can be found out
 * again. A statement that is flushed later flushes this one too.
 */
export const notFlushedAtOnce = sql`(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`
