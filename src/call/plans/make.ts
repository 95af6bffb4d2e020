import type { Caller } from '../../core/context.ts'
import { addedIn } from '../../core/guards/changes/change.ts'
import type { SpendChange } from '../../core/guards/changes/change.ts'
import { verdictWords } from '../../core/guards/forecast/shape.ts'
import type { Forecast, VerdictWord } from '../../core/guards/forecast/shape.ts'
import { WritePreview } from '../../core/guards/asking/write-preview.ts'
import type { FigureOrUnknown } from '../../core/guards/figure.ts'
import type { GuardNote } from '../../core/guards/terms.ts'
import { unknown } from '../../core/guards/figure.ts'
import { storePlan } from '../../core/plans/store.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Operation } from '../operation.ts'
import { perform } from '../pipeline.ts'
import type { CallRequest } from '../pipeline.ts'
import { planWords } from './words.ts'

/** What an account may spend more on a day. */
interface Cost {
  accountId: string
  currency: string
  addsPerDay: FigureOrUnknown
}

/** What would be done, to be looked at before it is. */
export interface OperationPlan extends Forecast {
  planId: number
  digest: string
  operation: string
  summary: string
  /** What is odd about it, with the path of what it is about. */
  warnings: string[]
  cost: Cost[]
  /** The strictest word of all. asks: why a person is asked also where no guard asks; null: nobody need be. */
  guards: { verdict: VerdictWord; notes: GuardNote[]; asks: string | null }
  expiresAt: Date
}

/** Goes the way of the call up to where it would begin, and stores what it would do. Nothing is changed. */
export async function makePlan(
  { services }: { services: Services },
  operation: Operation,
  asked: CallRequest & { caller: Caller },
): Promise<OperationPlan> {
  if (!operation.plannable) throw cannotPlan(operation)
  const previewed = await preview(services, operation, asked)
  const { id, expires_at: expiresAt } = await storePlan(services.db, asked.caller, {
    operation: operation.name,
    input: asked.input(),
    previewed,
  })
  return {
    planId: id,
    digest: previewed.digest,
    operation: operation.name,
    summary: planWords(operation, previewed),
    warnings: previewed.warnings,
    cost: costOf(previewed.changes),
    ...previewed.forecast,
    guards: { verdict: strictest(previewed), notes: previewed.notes, asks: previewed.asks },
    expiresAt,
  }
}

/** What does not end at the guards would be done, not planned. */
function cannotPlan({ name }: Operation): AppError {
  const text = `${name} cannot be planned: a person does it, or a program of theirs.`
  return new AppError('unsupported_operation', text, { reason: 'not_plannable' })
}

/** Goes the way of the call up to where it would begin: what it would do is thrown there. */
export async function preview(services: Services, operation: Operation, asked: CallRequest): Promise<WritePreview> {
  try {
    await perform({ services }, operation, { ...asked, idempotencyKey: undefined, planning: true })
  } catch (error) {
    if (error instanceof WritePreview) return error
    throw error
  }
  throw new Error(`${operation.name} did not end where it would have begun`)
}

export function strictest({ forecast: { verdicts }, asks }: WritePreview): VerdictWord {
  const said = [...verdicts.map(({ verdict }) => verdict), ...(asks === null ? [] : ['needs approval' as const])]
  return verdictWords.findLast((word) => said.includes(word)) ?? 'passes'
}

function costOf(changes: SpendChange[]): Cost[] {
  const byAccount = new Map<string, { currency: string; adds: number }>()
  for (const change of changes) {
    const { account, spends } = change
    const { currency, adds } = byAccount.get(account.account_id) ?? { currency: account.currency, adds: 0 }
    // What is no number stays none: nobody can tell the sum.
    const more = spends ? addedIn(change, 1) : 0
    byAccount.set(account.account_id, { currency, adds: adds + more })
  }
  return [...byAccount].map(([accountId, { currency, adds }]) => ({
    accountId,
    currency,
    addsPerDay: Number.isFinite(adds) ? Number(adds.toFixed(6)) : unknown,
  }))
}
