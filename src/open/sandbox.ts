import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import { only } from '../lookup.ts'
import type { Platforms } from '../platforms/registry.ts'
import { mayHaveSandbox, sandboxLocationOf, startSandboxProcess } from '../sandbox-process.ts'
import type { RunningSandbox, SandboxLocation } from '../sandbox-process.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** How a sandbox is started: as a process of its own, unless somebody has a reason for another way. */
export type SandboxStarter = (place: SandboxLocation, log: Logger) => Promise<RunningSandbox>

interface Deps {
  db: Db
  log: Logger
  platforms: Platforms
}

/** Null where nobody needs one, or one runs elsewhere. */
export async function openSandbox(
  config: Config,
  { db, log, platforms }: Deps,
  undo: Undo,
  start: SandboxStarter = startSandboxProcess,
): Promise<RunningSandbox | null> {
  if (!mayHaveSandbox(config)) return null
  if (config.sandbox === 'auto' && !(await sandboxIsNeeded(db, platforms))) return null
  return closing(await start(sandboxLocationOf(config), log), undo)
}

/** Somebody has a platform where the sandbox stands in for a connection, or a connection that leads there. */
async function sandboxIsNeeded(db: Db, { names }: Platforms): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    SELECT NOT EXISTS (SELECT 1 FROM companies) OR EXISTS (
      SELECT 1 FROM companies CROSS JOIN unnest(${names}::text[]) AS wanted
      WHERE NOT EXISTS (SELECT 1 FROM connections WHERE company_id = companies.id AND platform = wanted)
        AND coalesce((SELECT coalesce(uses_sandbox, live_since IS NULL) FROM platform_ways
          WHERE company_id = companies.id AND platform = wanted), true)
    ) OR EXISTS (SELECT FROM connections WHERE is_sandbox) AS needed`.execute(everyCompany(db))
  return only(rows).needed
}
