import { sql } from 'kysely'
import type { EveryCompany } from '../../src/db/scoped.ts'
import type { Stage } from '../../test/crash/stage.ts'
import type { Figure } from '../figure.ts'
import { accept } from './large-fixture.ts'
import type { LargeFixture } from './large-fixture.ts'
import { median, timed } from '../measure.ts'

const warmUps = 3
const rounds = 9
const adsPerCall = 1000

/**
 * What storing a launch costs: accepting it, less validate of the same body, against a bare multi-row insert of the rows it stored (one of
 * batches, one of batch_items for each ad) into copies of the two tables with the same columns, checks and indexes, in one transaction on a
 * connection of its own. The copies have no foreign keys and no triggers.
 */
export function acceptFigures(stage: Stage, fixture: LargeFixture, say: (line: string) => void): Promise<Figure[]> {
  return stage.withDatabase(async (db) => {
    await makeCopies(db)
    const times = { accept: [] as number[], validate: [] as number[], insert: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      const body = fixture.launchOf(adsPerCall, round)
      const validateMs = await timed(() => fixture.api('POST', '/v1/launch/validate', { ...body, depth: 'rules' }))
      let batchId = 0
      const acceptMs = await timed(async () => (batchId = await accept(fixture, body)))
      const insertMs = await insertBare(db, batchId)
      if (round < warmUps) continue
      times.accept.push(acceptMs)
      times.validate.push(validateMs)
      times.insert.push(insertMs)
    }
    const shown = (all: number[]) => all.map(Math.round).join(', ')
    say(`in ms, accept ${shown(times.accept)}; validate ${shown(times.validate)}; insert ${shown(times.insert)}`)
    const storing = median(times.accept.map((ms, round) => ms - times.validate[round]!))
    const value = storing / median(times.insert)
    return [
      { what: `accepting ${adsPerCall} ads, less validate / bare insert of their rows`, value, unit: '', atMost: 1.5 },
    ]
  })
}

async function makeCopies(db: EveryCompany): Promise<void> {
  for (const table of ['batches', 'batch_items'])
    await sql`CREATE TABLE ${sql.table(`bare_${table}`)} (LIKE ${sql.table(table)} INCLUDING ALL)`.execute(db)
}

const columns = ['company_id', 'batch_id', 'ad_index', 'platform', 'account_id', 'ad_set_id', 'ad_set_label'].concat([
  'ad_name',
  'client_ref',
  'ad',
])

/** Puts the rows of a batch into the copies, and answers how long that takes. Reading them is not counted. */
async function insertBare(db: EveryCompany, batchId: number): Promise<number> {
  const [batch] = (
    await sql<Record<string, unknown>>`
      SELECT company_id, slug, state, request::text, total_ads, created_by, queued_at FROM batches WHERE id = ${batchId}`.execute(
      db,
    )
  ).rows
  const { rows: items } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(columns.map((column) => (column === 'ad' ? sql`ad::text` : sql.ref(column))))}
    FROM batch_items WHERE batch_id = ${batchId} ORDER BY id`.execute(db)
  return timed(() =>
    db.transaction().execute(async (trx) => {
      const head = Object.keys(batch!)
      await sql`INSERT INTO bare_batches (${names(head)}) VALUES ${valuesOf(head, batch!)}`.execute(trx)
      const rows = sql.join(items.map((item) => valuesOf(columns, item)))
      await sql`INSERT INTO bare_batch_items (${names(columns)}) VALUES ${rows}`.execute(trx)
    }),
  )
}

const names = (of: string[]) => sql.join(of.map((column) => sql.ref(column)))

const valuesOf = (of: string[], row: Record<string, unknown>) => sql`(${sql.join(of.map((column) => row[column]))})`
