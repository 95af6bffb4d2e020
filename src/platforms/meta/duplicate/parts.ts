import { PlatformError } from '../../../errors.ts'
import type { CopyLevel, CopyMethod, MissingPart } from '../../contract/duplicate.ts'
import { messageOf, setOn } from './copies.ts'
import type { CopyRun } from './copies.ts'

/** What there is of a copy. */
export interface PartlyCopied {
  id: string
  method: CopyMethod
  missing: MissingPart[]
  warnings: string[]
}

/** Copies parts side by side. One that fails is missing in the copy, and is told; the others come over all the same. */
export async function gather<T extends { id: string }>(
  level: CopyLevel,
  parts: T[],
  copy: (part: T) => Promise<MissingPart[]>,
): Promise<MissingPart[]> {
  const settled = await Promise.allSettled(parts.map((part) => copy(part)))
  return settled.flatMap((outcome, index) => {
    if (outcome.status === 'fulfilled') return outcome.value
    if (outcome.reason instanceof PlatformError) return [missingPart(level, parts[index]!.id, outcome.reason)]
    throw outcome.reason
  })
}

export function missingPart(level: CopyLevel, sourceId: string, { failure }: PlatformError): MissingPart {
  const { code = null, subcode = null, message } = failure
  return { level, sourceId, code, subcode, message }
}

/**
 * What is copied in pieces stays off until all of it is there: half of it must not spend the money of the whole. Answers
 * with warnings.
 */
export async function switchOn(run: CopyRun, id: string, missing: MissingPart[]): Promise<string[]> {
  if (missing.length > 0) return ['The copy was left paused, because parts of the source are missing in it.']
  return setOn(run, id, 'status', { status: 'ACTIVE' }).then(
    () => [],
    (error: unknown) => [`The copy was left paused, because it could not be switched on: ${messageOf(error)}`],
  )
}
