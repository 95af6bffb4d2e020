import { within } from '../../async/within.ts'
import { AppError, PlatformError } from '../../errors.ts'
import { addsNothing } from './changes/change.ts'
import type { LoweringChange, SpendChange, SpendingWrite } from './changes/change.ts'
import type { Guard } from './guard.ts'
import { hasCap, judged, lookedAt } from './judged.ts'
import type { JudgeRequest } from './judged.ts'
import { keepFirsts } from './ledger/firsts.ts'
import { keepLowered } from './ledger/lowered.ts'
import type { CapFacts } from './ledger/sheets.ts'
import { touchedIn } from './ledger/touched.ts'
import type { Look } from './look.ts'
import type { GuardDeps, Spending } from './terms.ts'

/** Who stops something does not wait longer for what the platform says of it: it counts whole, should it run again. */
const noteWithinMs = 2_000

interface Lowering {
  guards: Guard[]
  write: SpendingWrite
  look: Look
}

/** Lowering passes; what it was lowered from is remembered, for whoever raises it again on the same day. */
export async function keepStood(deps: GuardDeps, context: Spending, { guards, write, look }: Lowering): Promise<void> {
  await keepFirsts(deps.db, context, write)
  // What a guard or a kept end stops is stopped at once. Who lets it run again is judged by the whole of it.
  if (!write.lowers?.length || context.actor.kind === 'system') return
  // What counts everything that runs need not know what ran before.
  const curious = guards.filter((guard) => hasCap(guard) && guard.basis === 'spend' && guard.by === null)
  if (curious.length === 0) return
  const changes = new Map(write.lowers.map((each) => [each, changeOf(each)]))
  const asked = { guards: curious, write: { ...write, changes: [...changes.values()] }, look, isShown: false }
  const whole = await within(noteWithinMs, stoodBy(deps, context, asked))
  if (!whole) return
  const lowered = [...changes].flatMap(([{ writeKey }, change]) =>
    touchedIn({ ...whole, covered: [change] }).map((touched) => ({ ...touched, writeKey })),
  )
  await keepLowered(deps.db, context, lowered)
}

/** null: it cannot be told. Nobody is kept from spending less because of that. */
async function stoodBy(deps: GuardDeps, context: Spending, asked: JudgeRequest): Promise<CapFacts | null> {
  try {
    return (await judged(deps.db, context, await lookedAt(deps, context, asked))).whole
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return null
    throw error
  }
}

function changeOf({ account, campaign, effects, writeKey }: LoweringChange): SpendChange {
  return { ...addsNothing, account, campaign, effects, target: `lower ${writeKey}` }
}
