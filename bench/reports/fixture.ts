import type pg from 'pg'
import type { Asker } from './ask.ts'

export interface ReportsFixture {
  pool: pg.Pool
  ask: Asker
  servicePid: number
  url: string
  key: string
}
