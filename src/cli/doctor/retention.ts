import type { Config } from '../../config.ts'
import { keptFor } from '../../config/retention.ts'
import { readSizes } from '../../core/instance/sizes.ts'
import type { Sizes } from '../../core/instance/sizes.ts'
import type { Db } from '../../db/connect.ts'
import { sizeText } from '../print.ts'
import { reachable } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const largestShown = 3

/** What is set, what is oldest, and what it takes. */
export async function checkRetention(db: Db, { retention }: Config): Promise<DoctorFinding[]> {
  const sizes = await readSizes(db)
  const said = sizes.kinds.map(
    ({ kind, oldest }) => `${kind} ${keptFor(kind, retention[kind])}${oldest ? ` (oldest ${oldest})` : ''}`,
  )
  return [reachable('retention', 'ok', said.join(', ')), reachable('disk', 'ok', describeDisk(sizes))]
}

function describeDisk({ kinds, ads, launchBytes }: Sizes): string {
  const largest = [...kinds].sort((one, other) => other.bytes - one.bytes).slice(0, largestShown)
  const shown = `largest: ${largest.map(({ kind, bytes }) => `${kind} ${sizeText(bytes)}`).join(', ')}`
  if (ads === 0) return `no ads yet; ${shown}`
  const each = sizeText((launchBytes / ads) * 1000)
  return `${each} per 1,000 ads (${sizeText(launchBytes)} for ${ads.toLocaleString('en')}); ${shown}`
}
