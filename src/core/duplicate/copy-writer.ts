import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { PlatformError } from '../../errors.ts'
import type { CopyWrite, CopyWriter } from '../../platforms/contract/duplicate.ts'
import type { Found, StepResult } from '../../platforms/contract/launch.ts'
import { directWrite } from '../journal/direct-write.ts'
import type { DirectWrite, WriteGround } from '../journal/direct-write.ts'

export interface CopyOperation {
  ground: WriteGround
  sourceId: string
  operationKey: string
  /** Writes that all copies of the call share, by name. */
  shared: Map<string, Promise<StepResult>>
}

/** Counts how often something was asked to be made. */
export interface Tries {
  count: number
}

const kind = 'copy'
const sharedNumber = 'all'

export function copyWriter(operation: CopyOperation, copyNumber: number, tries: Tries): CopyWriter {
  return (write) => {
    if (!write.isShared) return journaled(operation, String(copyNumber), write, tries)
    const known = operation.shared.get(write.name)
    if (known) return known
    const made = journaled(operation, sharedNumber, write, tries)
    operation.shared.set(write.name, made)
    return made
  }
}

function journaled(operation: CopyOperation, number: string, write: CopyWrite, tries: Tries): Promise<StepResult> {
  const { ground, sourceId, operationKey } = operation
  const names: CopyNames = {
    ofSource: `copy of ${sourceId} `,
    ofNumber: `copy of ${sourceId} #${number} `,
    ofCall: ` ${operationKey}`,
  }
  return directWrite(ground, {
    kind,
    key: `${names.ofNumber}${write.name}${names.ofCall}`,
    asks: write.asks,
    send(sendBefore) {
      if (write.readBack.kind !== 'repeatable') tries.count++
      return write.send(sendBefore)
    },
    readBack: readBackOf(ground, names, write),
  })
}

/** How the keys of the journal begin and end. */
interface CopyNames {
  ofSource: string
  ofNumber: string
  ofCall: string
}

function readBackOf(ground: WriteGround, names: CopyNames, { readBack }: CopyWrite): DirectWrite['readBack'] {
  if (readBack.kind !== 'among') return readBack
  return {
    kind: 'find',
    async find(since) {
      const candidates = await readBack.candidates(since)
      if (candidates === 'unclear') return candidates
      const found = await claim(ground, names, candidates)
      if (found === 'unclear') throw unclear(ground.platform)
      return found
    },
  }
}

interface CopyRow {
  key: string
  state: string
  platform_id: string | null
}

/** The oldest candidate that no other copy of this source has got. */
async function claim(ground: WriteGround, names: CopyNames, candidates: StepResult[]): Promise<Found> {
  if (candidates.length === 0) return 'absent'
  const rows = await otherCopies(ground, names)
  const taken = new Set(rows.map((row) => row.platform_id))
  const mine = candidates.find((candidate) => !taken.has(candidate.id))
  if (!mine) return 'absent'
  // Another call is making its copy with the same number right now: its copy looks just like ours.
  const hasRival = rows.some((row) => row.state === 'open' && row.key.startsWith(names.ofNumber))
  return hasRival ? 'unclear' : { found: mine }
}

async function otherCopies(
  { db, companyId, platform, accountId }: WriteGround & { db: Db },
  names: CopyNames,
): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    SELECT key, state, platform_id FROM journal
    WHERE company_id = ${companyId} AND platform = ${platform} AND account_id = ${accountId} AND kind = ${kind}
      AND first_intent_at > now() - interval '1 day' AND starts_with(key, ${names.ofSource})
      AND NOT (starts_with(key, ${names.ofNumber}) AND right(key, ${names.ofCall.length}) = ${names.ofCall})`.execute(
    db,
  )
  return rows
}

function unclear(platform: string): PlatformError {
  return new PlatformError({
    platform,
    kind: 'unknown',
    message: 'Two calls copied this at the same time, and the platform does not tell whose copy is whose.',
    hint: 'Look at the newest copies on the platform before you copy again.',
  })
}
