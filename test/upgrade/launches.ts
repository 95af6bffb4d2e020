import { launchMixed, statusOf, tally, untilOver } from '../crash/batch.ts'
import type { Status } from '../crash/batch.ts'
import type { Actor, Stage } from '../crash/stage.ts'
import { askUntil } from '../support/ask-until.ts'

/** What both parts of the test play on. */
export interface Scene {
  stage: Stage
  /** Ads of one launch. */
  ads: number
  kills: number
  startOld: (role: 'serve' | 'worker') => Promise<Actor>
  startNew: (role: 'serve' | 'worker') => Promise<Actor>
  /** For every process of this version. */
  settings: Record<string, string>
}

/** A launch, whose name is its Idempotency-Key as well. */
export interface Launch {
  name: string
  ads: number
  batchId: number
  /** How it ended, where nobody who knows it can be asked any more. */
  ended?: Status
}

export async function launch(stage: Stage, name: string, ads: number): Promise<Launch> {
  return { name, ads, batchId: await launchMixed(stage, name, ads, name) }
}

/** Some of its ads are made, others are not. */
export async function untilUnderWay(stage: Stage, { batchId }: Launch): Promise<void> {
  await askUntil(async () => ((await statusOf(stage, batchId))?.successfulAds ?? 0) > 2 || null)
}

/** The same call again must be answered with the same batch. */
export async function repeated(stage: Stage, { name, ads, batchId }: Launch): Promise<string[]> {
  const again = await launch(stage, name, ads)
  return again.batchId === batchId ? [] : [`${name}: the same call again made batch ${again.batchId}`]
}

/** Waits for the end of each. Answers what is wrong with it on the platform. */
export async function counted(stage: Stage, launches: readonly Launch[]): Promise<string[]> {
  const problems: string[] = []
  for (const { name, ads, batchId, ended } of launches) {
    const status = ended ?? (await untilOver(stage, batchId))
    const { asked, found, doubled, lost, reportedFailed } = await tally(stage, name, status)
    console.log(`| ${[name, asked, found, doubled, lost, reportedFailed].join(' | ')} |`)
    if (asked !== ads || found !== ads || doubled + lost + reportedFailed > 0)
      problems.push(
        `${name}: ${doubled} doubled, ${ads - found} missing, ${reportedFailed} reported failed ${status.failedAds[0]?.message ?? ''}`,
      )
  }
  return problems
}

export const countHead = '| launch | asked | found | doubled | lost | reported failed |\n|---|---|---|---|---|---|'
