import { PlatformError } from '../../errors.ts'
import type { CopyWrite, CopyWriter } from '../../platforms/contract/duplicate.ts'
import type { Found, StepResult } from '../../platforms/contract/launch.ts'
import { makeForCaller } from '../writes/caller-write.ts'
import type { CallerWrite, WriteLane } from '../writes/caller-write.ts'
import { copyKind, otherCopies } from '../journal/past-writes.ts'
import type { CopyNames } from '../journal/past-writes.ts'

export interface CopyOperation {
  lane: WriteLane
  sourceId: string
  operationKey: string
  /** Writes that all copies of the call share, by name. */
  shared: Map<string, Promise<StepResult>>
}

/** Counts how often something was asked to be made. */
export interface Tries {
  count: number
}

const sharedNumber = 'all'

export function copyWriter(operation: CopyOperation, copyNumber: number, tries: Tries): CopyWriter {
  return (write) => {
    if (!write.isShared) return journaled(operation, String(copyNumber), write, tries)
    const known = operation.shared.get(write.name)
    if (known) return known
    const created = journaled(operation, sharedNumber, write, tries)
    operation.shared.set(write.name, created)
    return created
  }
}

/** How the keys of all copies of a source in a call begin and end. */
export function copyNames(sourceId: string, operationKey: string): Pick<CopyNames, 'ofSource' | 'ofCall'> {
  return { ofSource: `copy of ${sourceId} `, ofCall: ` ${operationKey}` }
}

function journaled(operation: CopyOperation, number: string, write: CopyWrite, tries: Tries): Promise<StepResult> {
  const { lane, sourceId, operationKey } = operation
  const names: CopyNames = {
    ...copyNames(sourceId, operationKey),
    ofNumber: `copy of ${sourceId} #${number} `,
    asks: write.asks,
  }
  return makeForCaller(lane, {
    kind: copyKind,
    key: `${names.ofNumber}${write.name}${names.ofCall}`,
    asks: write.asks,
    send(sendBefore) {
      if (write.readBack.kind !== 'repeatable') tries.count++
      return write.send(sendBefore)
    },
    readBack: readBackOf(lane, names, write),
    ...(write.readBack.kind === 'among' ? { among: names } : {}),
  })
}

function readBackOf(lane: WriteLane, names: CopyNames, { readBack }: CopyWrite): CallerWrite['readBack'] {
  if (readBack.kind !== 'among') return readBack
  return {
    kind: 'find',
    async find(since, isCertain) {
      const candidates = await readBack.candidates(since)
      if (candidates === 'unclear') return candidates
      const found = await claim(lane, names, candidates, isCertain)
      if (found === 'unclear') throw unclear(lane.platform)
      return found
    },
  }
}

/** The oldest candidate that no other copy of this source has got. */
async function claim(lane: WriteLane, names: CopyNames, candidates: StepResult[], isCertain: boolean): Promise<Found> {
  if (candidates.length === 0) return 'absent'
  // Asked after the candidates: whoever made one of them is known by now, or open.
  const rows = await otherCopies(lane.db, lane, names)
  const taken = new Set(rows.map((row) => row.platform_id))
  const mine = candidates.find((candidate) => !taken.has(candidate.id))
  if (!mine) return 'absent'
  const open = rows.filter((row) => row.state === 'open')
  // Another call is making its copy with the same number right now: its copy looks just like ours.
  if (open.some((row) => row.key.startsWith(names.ofNumber))) return 'unclear'
  // One of the same call with the same name: it may be that one's, as long as ours can still come.
  return !isCertain && open.some((row) => row.isTwin) ? 'absent' : { found: mine }
}

function unclear(platform: string): PlatformError {
  return new PlatformError({
    platform,
    kind: 'unknown',
    message: 'Two calls copied this at the same time, and the platform does not tell whose copy is whose.',
    hint: 'Look at the newest copies on the platform before you copy again.',
  })
}
