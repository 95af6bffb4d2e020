import type { Moment } from './diary.ts'
import type { Diary } from './diary.ts'
import { breachOf, needlessRefusal } from './judge.ts'
import { ended } from './launches.ts'
import type { Batch } from './launches.ts'
import { countingWrites, isGuardedBy } from './measure.ts'
import type { Guard } from './measure.ts'
import type { Platform } from './platform.ts'
import { raisedBeyond } from './raises.ts'
import type { Company, Reply } from './service.ts'
import type { Decide } from './steps.ts'
import { difference } from './world.ts'
import type { Entity, Structure } from './world.ts'
import { keyOf } from './writes.ts'
import type { Aimed } from './writes.ts'

/** A write that waits for a person. */
export interface Waiting {
  approvalId: number
  aimed: Aimed
  /** Whether what it is about was as `aimed` says when it was asked for: nobody else wrote in that moment. */
  isSure: boolean
}

interface Approver {
  company: Company
  platform: Platform
  diary: Diary
  guards: Guard[]
  batches: Batch[]
  inPlay: number[]
  waiting: Waiting[]
  judges: 'breaches' | 'all'
  count?: (outcome: string) => void
  report?: (line: string) => void
}

interface Decided {
  waiting: Waiting
  state: string
  result: Reply | null
  heldUp: { message: string } | null
}

/** A person decides, and what they approve is done: what guards refuse then is refused, and what has changed is not done. */
export async function decideWaiting(approver: Approver, { at, all, approve }: Decide): Promise<string | null> {
  const { diary, platform, waiting } = approver
  const chosen = all ? [...waiting] : waiting.slice(at % Math.max(1, waiting.length)).slice(0, 1)
  if (chosen.length === 0) return null
  approver.waiting = waiting.filter((each) => !chosen.includes(each))
  diary.seen(await platform.truth(approver.inPlay))
  const began = Date.now()
  const [before, stood] = [diary.at(began), diary.now().structure]
  const ends = await Promise.all(chosen.map((each) => decided(approver, each, approve ? 'approve' : 'refuse')))
  const keys = new Set(chosen.map(({ aimed }) => keyOf(aimed.write)))
  const ids = chosen.flatMap(({ aimed }) => aimed.targets.map(({ id }) => id))
  diary.written(await platform.truth(approver.inPlay), {
    key: keys.size === 1 ? ([...keys][0] ?? null) : null,
    ids,
    isGuarded: isGuardedBy(approver.guards, before.names, keys),
    isCounted: isGuardedBy(countingWrites(approver.guards), before.names, keys),
  })
  for (const { state, waiting: each, result } of ends) {
    approver.count?.(`approval ${state}`)
    approver.report?.(
      `decided ${JSON.stringify(each.aimed.write)} -> ${state} ${JSON.stringify(result?.body['error'])}`,
    )
  }
  const broken = ends.find(({ heldUp }) => heldUp?.message.startsWith('Something went wrong'))
  if (broken) return `what was approved broke: ${JSON.stringify(broken.waiting.aimed.write)}`
  if (!approve && difference(stood, diary.now().structure).size > 0) return 'a person refused it, and it was done'
  for (const guard of approver.guards.filter(({ mode }) => mode === 'refuse')) {
    const after = diary.at(began)
    const wrong = breachOf(guard, before, after, false) ?? raisedBeyond(guard, before, after)
    if (wrong) return `approved beyond ${wrong}`
  }
  const [only] = ends
  return ends.length === 1 && only ? ofOne(approver, only, { before, stood }) : null
}

function ofOne(
  { guards, judges }: Approver,
  { state, waiting, result }: Decided,
  { before, stood }: { before: Moment; stood: Structure },
): string | null {
  const { aimed, isSure } = waiting
  const other = isSure && state === 'done' && aimed.targets.find((target) => isOther(aimed, target, stood))
  if (other) return `it was done although ${other.id} was another when it was asked for`
  if (judges === 'breaches' || !result || !aimed.targets.every(({ id }) => stood.has(id))) return null
  const error = result.body['error'] as { code?: string; details?: Record<string, unknown> } | undefined
  const guard = guards.find(({ id }) => id === error?.details?.['guard'])
  if (error?.code !== 'guard_refused' || !guard || !String(error.details?.['limit']).endsWith('Cap')) return null
  return needlessRefusal(guard, aimed, before)
}

/** Whether the budget or the status that the write is about is no longer what it was. */
function isOther({ write }: Aimed, then: Entity, stood: Structure): boolean {
  const now = stood.get(then.id)
  if (!now) return true
  if (write.do === 'status') return now.on !== then.on
  if (write.do !== 'budget' || now.kind === 'ad' || then.kind === 'ad') return false
  return now.daily !== then.daily || now.lifetime !== then.lifetime
}

async function decided(approver: Approver, waiting: Waiting, verdict: 'approve' | 'refuse'): Promise<Decided> {
  const { body } = await approver.company.decide(waiting.approvalId, verdict)
  const result = body['result'] as Reply | null
  const id = Number(result?.body['adBatchId'])
  if (body['state'] === 'done' && Number.isSafeInteger(id)) {
    const { write, targets } = waiting.aimed
    const known = approver.batches.find((batch) => batch.id === id)
    const batch = known ?? { id, account: write.account, adSets: targets.map((each) => each.id), isOpen: false }
    if (!known) approver.batches.push(batch)
    await ended(approver.company, batch)
  }
  return { waiting, result, state: String(body['state']), heldUp: body['heldUp'] as { message: string } | null }
}
