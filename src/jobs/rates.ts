import { fetchRates } from '../core/currency/fetch-rates.ts'
import type { Job } from './job.ts'

/** Keeps what currencies are worth, day by day. */
export function ratesJob(address: string): Job {
  return { name: 'currency-rates', cron: '10 6 * * *', atStart: true, run: (deps) => fetchRates(deps, address) }
}
