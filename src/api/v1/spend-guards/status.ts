import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { freshMinutes } from '../../../core/guards/read-spend.ts'
import { guardStatuses } from '../../../core/guards/status.ts'
import type { GuardStatus as Status } from '../../../core/guards/status.ts'
import type { CapStatus as CapState } from '../../../core/guards/terms.ts'
import { CurrencyCode } from '../../shapes.ts'
import { GuardFigure } from './guard-note.ts'
import { presentGuard, SpendGuard } from './guard-view.ts'

const CapStatus = z
  .object({
    cap: z.number().meta({ description: 'What may be spent.' }),
    spend: GuardFigure.meta({ description: 'What was spent; "unknown" where it could not be asked for.' }),
    running: GuardFigure.nullable().meta({
      description:
        'What may still be spent besides: by everything that runs, or, by the basis spend, by what our own writes of the day let run.',
    }),
    exposure: GuardFigure.nullable().meta({ description: 'Both together: what a cap is compared with.' }),
    left: GuardFigure.meta({ description: 'What is left; "unknown" where nobody can tell.' }),
    isReached: z
      .boolean()
      .meta({ description: 'Whether writes that cost are held up. They are while the spend is unknown.' }),
    reachedAt: z.iso.datetime().nullable().meta({
      description:
        'When the cap will be reached, should spending go on as it did so far; null: not within the day or month.',
    }),
    problem: z.string().nullable().meta({ description: 'Why the spend is unknown; null: it is known.' }),
  })
  .meta({ id: 'CapStatus' })

const DayFactor = z
  .object({
    platform: z.string().meta({ description: 'The platform.' }),
    factor: z.number().meta({ description: 'The most that a day can cost, as a multiple of a daily budget.' }),
    source: z.string().meta({ description: 'Where the platform says so.' }),
  })
  .meta({ id: 'DayFactor' })

const RateDay = z
  .object({
    currency: CurrencyCode.meta({ description: 'The currency that is converted into that of the guard.' }),
    date: z.iso.date().meta({ description: 'The day that its rate is of.' }),
  })
  .meta({ id: 'RateDay' })

const Proposal = z
  .object({
    basis: z.literal('commitments').meta({ description: 'What its caps would compare with.' }),
    limit: z.enum(['dailyCap', 'monthlyCap']).meta({ description: 'The cap that the figures are of.' }),
    exposure: GuardFigure.meta({ description: 'What would be counted; "unknown" where nobody can tell.' }),
    cap: z.number().meta({ description: 'What may be spent.' }),
    wouldRefuse: z.boolean().meta({
      description: 'Whether every write that adds anything would be held up today, as the mode of the guard says.',
    }),
    message: z.string().meta({ description: 'The same in a sentence.' }),
  })
  .meta({ id: 'SpendGuardProposal' })

export const GuardStatus = z
  .object({
    guard: SpendGuard.meta({ description: 'The guard.' }),
    day: CapStatus.nullable().meta({ description: 'The cap of the day; null: it has none.' }),
    month: CapStatus.nullable().meta({ description: 'The cap of the month; null: it has none.' }),
    dayFactor: z.number().meta({
      description:
        'How far a day may exceed a daily budget on the platforms that it counts: the most of them. Caps compare without it, unless the guard says overdelivery.',
    }),
    dayFactors: z.array(DayFactor).meta({ description: 'The same for each platform where it is more than 1.' }),
    rates: z.array(RateDay).meta({ description: 'The rates that its amounts rest on, each with its day.' }),
    warnings: z.array(z.string()).meta({ description: 'Rates that are older than they should be.' }),
    proposal: Proposal.nullable().meta({
      description:
        'Of a guard with the basis spend: what it would count today by commitments, which is the stricter one; null: it counts by commitments, has no cap, or looks at one key.',
    }),
  })
  .meta({ id: 'SpendGuardStatus' })

function presentCap({ reachedAt, ...cap }: CapState): z.output<typeof CapStatus> {
  return { ...cap, reachedAt: reachedAt?.toISOString() ?? null }
}

export function presentStatus({ guard, day, month, ...rest }: Status): z.output<typeof GuardStatus> {
  return { guard: presentGuard(guard), day: day && presentCap(day), month: month && presentCap(month), ...rest }
}

export const spendGuardStatus = operation({
  name: 'get_spend_guard_status',
  rest: { method: 'GET', path: '/v1/spend-guards/status' },
  section: 'Safety',
  summary: 'What was spent of what each guard allows.',
  description: `Spend is asked of the platforms, and taken for what it is for ${freshMinutes} minutes.`,
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: z.object({ data: z.array(GuardStatus).meta({ description: 'One entry for each guard.' }) }),
  async handle(deps, call) {
    return { data: (await guardStatuses(deps, call)).map(presentStatus) }
  },
})
