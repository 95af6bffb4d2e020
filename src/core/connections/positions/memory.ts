import type { Logger } from 'pino'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { isOutage } from '../../../outage.ts'
import type { EntityType } from '../../../platforms/contract/manage.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { SeenInAccount } from '../../deps.ts'

/** Writes down, behind those who list, in which account an id was seen. */
export interface PositionCache {
  /** What was written before is not written again, unless it had to be looked for: then nobody remembers it any more. */
  note(company: Pick<CompanyRef, 'id'>, seen: SeenInAccount, wasSought?: boolean): void
  close(): Promise<void>
}

/** So many ids are known to be written; beyond that all are written once more. */
const maxKnown = 100_000
/** What waits to be written; more is left out, since it is asked of the platform where nobody remembers it. */
const maxWaiting = 20_000
const perStatement = 2_000
/** Ids that platforms give are far shorter. */
const maxIdLength = 100

type Row = [level: EntityType, id: string, platform: string, accountId: string]

export function createPositionCache({ db, log }: { db: Db; log: Logger }): PositionCache {
  let known = new Set<string>()
  let waiting = new Map<CompanyId, Row[]>()
  let count = 0
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      count = 0
      for (const [companyId, rows] of batch) await write(db, companyId, rows)
    }
  }

  function begin(): void {
    writing ??= writeAll()
      .catch((error: unknown) => {
        known = new Set()
        if (!isOutage(error)) log.warn({ err: error }, 'where ids were seen could not be written down')
      })
      .finally(() => {
        writing = null
        if (waiting.size > 0) begin()
      })
  }

  return {
    note({ id: companyId }, { platform, accountId, level, ids }, wasSought = false) {
      if (known.size > maxKnown) known = new Set()
      for (const id of ids) {
        const name = `${companyId} ${platform} ${accountId} ${level} ${id}`
        if ((known.has(name) && !wasSought) || id.length > maxIdLength || count >= maxWaiting) continue
        known.add(name)
        count++
        const rows = waiting.get(companyId) ?? []
        rows.push([level, id, platform, accountId])
        waiting.set(companyId, rows)
      }
      if (waiting.size > 0) begin()
    },
    async close() {
      await writing
    },
  }
}

/** A company that was deleted meanwhile has nothing to remember. */
async function write(db: Db, companyId: CompanyId, rows: Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += perStatement) {
    const part = JSON.stringify(rows.slice(start, start + perStatement))
    await sql`
      INSERT INTO seen_entities (company_id, level, entity_id, platform, account_id)
      SELECT company.id, told ->> 0, told ->> 1, told ->> 2, told ->> 3
      FROM jsonb_array_elements(${part}::jsonb) AS told, (SELECT id FROM companies WHERE id = ${companyId} FOR KEY SHARE) AS company
      ON CONFLICT DO NOTHING`.execute(db)
  }
}
