import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/connect.ts'
import { hubCurrency } from './codes.ts'
import { readDailyRates } from './read-rates.ts'
import { storeRates } from './store-rates.ts'

/** The public-domain figures of one day, which the file names with their source: a start for whoever has no others. */
const file = join(import.meta.dirname, 'rates-snapshot.json')

/** Again and again without harm. */
export async function loadSnapshot(db: Db): Promise<void> {
  const sheet: unknown = JSON.parse(await readFile(file, 'utf8'))
  const { rates, issues } = readDailyRates(sheet, { source: file, today: null, inCurrency: hubCurrency })
  const [issue] = issues
  if (issue) throw new Error(`${file} cannot be used: ${issue.path} ${issue.message}.`)
  await storeRates(db, rates, { companyId: null, byHand: false })
}
