import { isUnhurt } from '../attack.ts'
import type { Attack } from '../attack.ts'
import { costOf } from '../measure.ts'
import type { Cost } from '../measure.ts'

/** A report may hold the main thread for so long. */
const maxMs = 1000

export const reports: Attack = {
  name: 'reports',
  about: 'somebody who may read asks for three years by ad and day',
  long: true,
  async run(stage, note) {
    const days = 'startDate=2023-11-20&endDate=2026-11-15'
    const questions = [
      `/v1/reports/query?${days}&groupBy=ad,day&limit=1000`,
      `/v1/reports/query?${days}&groupBy=ad,day&limit=1000`,
      `/v1/reports/export?${days}&groupBy=ad,day&format=csv`,
      `/v1/reports/query?${days}&groupBy=nothing`,
    ]
    for (const path of questions) {
      const pid = await stage.servicePid()
      const isFine = (of: Cost | null) => of === null || of.loop <= maxMs
      const { result, cost } = await costOf(stage, () => stage.call('GET', path), isFine)
      const held = result.status < 500 && isFine(cost) && (await isUnhurt(stage, pid))
      note(`GET ${path}`, held, `${result.status}, loop ${Math.round(cost?.loop ?? 0)} ms`)
    }
  },
}
