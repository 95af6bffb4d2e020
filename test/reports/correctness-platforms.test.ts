import { startTestApp } from '../support/harness.ts'
import { testsOwnTotals } from '../support/reports/own-totals.ts'
import { simulators } from '../support/reports/totals.ts'

/** What test/reports/correctness.test.ts says of the first two, on every further platform. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })

for (const each of simulators.filter(([platform]) => !['primary', 'google-ads'].includes(platform)))
  testsOwnTotals(app, each)
