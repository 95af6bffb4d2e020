import type pg from 'pg'
import type { CreativeState } from './judged.ts'
import { creativesStatement } from './statement.ts'
import type { CreativeQuestion } from './statement.ts'

/** A creative as the database has it: figures under the names of their sums, NaN where one is not known. */
export interface FoundCreative extends Record<string, unknown> {
  creative: number | string
  first_day: string
  lacks_rate: boolean
  states: CreativeState[]
  total: number
  spent_count: number
  winner_count: number
  new_count: number
  dollars_in_all: number | null
  winner_account: number | null
}

/** Sums by ad are made in memory, and compiling so many of them would take longer than adding them up. */
const settings = "SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = 120000"

export async function findCreatives(pool: pg.Pool, question: CreativeQuestion): Promise<FoundCreative[]> {
  const { text, values } = creativesStatement(question)
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(settings)
    const { rows } = await client.query<FoundCreative>(text, values)
    await client.query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
