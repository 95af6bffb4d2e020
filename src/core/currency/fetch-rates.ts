import { text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { createUrlFetcher } from '../../files/fetch/fetch-url.ts'
import { todayIn } from '../../days.ts'
import { hubCurrency } from './codes.ts'
import { readDailyRates } from './read-rates.ts'
import type { ReadingRules, ReadRates } from './read-rates.ts'
import { storeRates } from './store-rates.ts'

const maxBytes = 1_000_000
const totalTimeoutMs = 30_000

/**
 * Reads the rates of the day from an address that the operator set, and keeps them. Where that fails, the older ones
 * stay: they are shown with their day, so nobody takes them for new.
 */
export async function fetchRates(
  { db, log, signal }: { db: Db; log: Logger; signal: AbortSignal },
  address: string,
): Promise<void> {
  const today = todayIn('UTC')
  if (await hasRatesOf(db, today)) return
  const answer = await readText(address, signal).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.info({ reason }, 'the rates of currencies could not be read; the older ones stay')
    return null
  })
  if (answer === null) return
  const { rates, issues } = parsed(answer, { source: ratesSource(address), today, inCurrency: hubCurrency })
  if (issues.length > 0) {
    log.warn(
      { issues: issues.slice(0, 5) },
      'the rates of currencies that were read cannot be used; the older ones stay',
    )
    return
  }
  await storeRates(db, rates, { companyId: null, byHand: false })
}

async function hasRatesOf(db: Db, day: string): Promise<boolean> {
  const row = await everyCompany(db)
    .selectFrom('currency_rates')
    .select('day')
    .where('company_id', 'is', null)
    .where('by_hand', '=', false)
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function readText(address: string, signal: AbortSignal): Promise<string> {
  // Whoever runs the service chose this address, so it may lie in their own network; where it leads on to may not.
  const fetcher = createUrlFetcher({ allowPrivateUrls: [new URL(address).host], maxBytes, totalTimeoutMs })
  try {
    const { body } = await fetcher.fetch(address, signal)
    return await text(body)
  } finally {
    await fetcher.close()
  }
}

function parsed(answer: string, rules: ReadingRules): ReadRates {
  try {
    return readDailyRates(JSON.parse(answer), rules)
  } catch {
    return { rates: [], issues: [{ path: '', message: 'is not JSON' }] }
  }
}

/** Without a query: a key may stand there. */
export function ratesSource(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
