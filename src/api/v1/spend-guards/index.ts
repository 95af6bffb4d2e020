import { z } from 'zod'
import { TextId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { isCurrency } from '../../../core/currency/codes.ts'
import { byPattern, limitNames, maxPatternLength, maxGuards, maxMoney } from '../../../core/guards/guard.ts'
import type { Guard, LimitName } from '../../../core/guards/guard.ts'
import { requireNamedKeys } from '../../../core/guards/named-key.ts'
import { listGuards, listSeenGuards, replaceGuards } from '../../../core/guards/store.ts'
import type { WantedGuard } from '../../../core/guards/store.ts'
import { stepUpMinutes } from '../../../core/people/step-up.ts'
import { badRequest } from '../../../errors.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { CurrencyCode } from '../../shapes.ts'
import { GuardModeWord } from './guard-note.ts'
import {
  GuardBasisWord,
  presentGuard,
  SpendGuard,
  scopeDescriptions as scope,
  limitDescriptions as limits,
} from './guard-view.ts'

const text = (max: number) => z.string().trim().min(1).max(max).nullish()
const money = () => z.number().min(0).max(maxMoney).nullish()
const whole = (max: number) => z.number().int().min(0).max(max).nullish()

export const GuardInput = z
  .object({
    id: z.number().int().min(1).optional().meta({ description: 'Which guard it is; left out: a new one.' }),
    name: text(200).meta({ description: 'What to call it.' }),
    platform: text(50).meta({ description: scope.platform }),
    accountId: TextId.nullish().meta({ description: scope.accountId }),
    campaignPattern: text(maxPatternLength).meta({ description: scope.campaignPattern, examples: ['Brand *'] }),
    dailyCap: money().meta({ description: limits.dailyCap }),
    monthlyCap: money().meta({ description: limits.monthlyCap }),
    largestBudget: money().meta({ description: limits.largestBudget }),
    largestRaisePercent: z.number().min(0).max(1_000_000).nullish().meta({ description: limits.largestRaisePercent }),
    largestRaise: money().meta({ description: limits.largestRaise }),
    largestBatch: whole(1_000_000).meta({ description: limits.largestBatch }),
    notAfterHour: whole(23).meta({ description: limits.notAfterHour }),
    currency: CurrencyCode.refine(isCurrency, 'must be the code of a currency, such as EUR'),
    mode: GuardModeWord.meta({
      description:
        'What becomes of a write beyond a limit: refuse, ask (a person decides) or warn (it is done, and told).',
    }),
    basis: GuardBasisWord.optional().meta({ description: `${limits.basis} Left out: it stays.` }),
    by: z
      .string()
      .regex(byPattern, 'must name a key, such as key:12, or an assistant, such as assistant:12')
      .nullish()
      .meta({ description: `${limits.by} Left out: it stays.` }),
    overdelivery: z
      .boolean()
      .optional()
      .meta({ description: `${limits.overdelivery} Left out: it stays.` }),
    stop: z.boolean().default(false).meta({ description: limits.stop }),
    fourEyes: z.boolean().default(false).meta({ description: limits.fourEyes }),
  })
  .check(({ value, issues }) => {
    const add = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value })
    if (limitNames.every((limit) => (value[limit] ?? null) === null)) add('dailyCap', 'give at least one limit')
    if (value.stop && (value.dailyCap ?? value.monthlyCap ?? null) === null)
      add('stop', 'needs a dailyCap or a monthlyCap')
  })
  .meta({ id: 'SpendGuardInput' })

const GuardSet = z
  .object({
    data: z.array(SpendGuard).meta({ description: 'Every guard of the company.' }),
    guards: z.array(SpendGuard).meta({ description: 'The same.' }),
  })
  .meta({ id: 'SpendGuards' })

function guardSet(guards: readonly Guard[]): z.output<typeof GuardSet> {
  const data = guards.map(presentGuard)
  return { data, guards: data }
}

const section = 'Safety'

export const getSpendGuards = operation({
  name: 'list_spend_guards',
  rest: { method: 'GET', path: '/v1/spend-guards' },
  section,
  summary: 'The spend guards of the company: what may be spent, and what happens beyond it.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: GuardSet,
  handle: async (deps, call) => guardSet(await listSeenGuards(deps, call)),
})

export const putSpendGuards = operation({
  name: 'set_spend_guards',
  rest: { method: 'PUT', path: '/v1/spend-guards' },
  section,
  summary: 'Add spend guards, or make them stricter.',
  description:
    'Takes the whole set: guards with an id are those that exist, guards without one are new. An API key may add guards and ' +
    'tighten them: a lower number, a stricter mode, basis commitments, overdelivery, stop or fourEyes switched on. Anything else, a guard or a field ' +
    'that is left out included, is 403, and nothing is stored; so is a new guard that names a key (by). basis, by and overdelivery stay as they are when they are left out. A signed-in admin loosens a guard (which needs a ' +
    `sign-in of the last ${stepUpMinutes} minutes), or the operator: flightdeck guard set, flightdeck guard remove.`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  failures: ['step_up_required'],
  input: z.object({
    guards: z
      .array(GuardInput)
      .max(maxGuards)
      .meta({ description: `The whole set, at most ${maxGuards} guards.` }),
  }),
  example: { guards: [{ name: 'Nothing beyond reason', dailyCap: 1_000_000, currency: 'USD', mode: 'warn' as const }] },
  reply: GuardSet,
  handle: async (deps, call, { guards }) => {
    const before = await listGuards(deps, call)
    const wanted = guards.map((guard, index) => {
      const old = before.find(({ id }) => id === guard.id)
      return settingOf(guard, old, platformOf(guard.platform ?? null, deps.connections.platforms, `guards.${index}`))
    })
    await requireNamedKeys(deps.db, call, wanted, before)
    call.touched({ before: { guards: before.map(presentGuard) } })
    return guardSet(await replaceGuards(deps, call, wanted))
  },
})

/** What is not said holds for everything, or is no limit; how it counts stays as it is. */
export function settingOf(
  guard: z.output<typeof GuardInput>,
  old: Guard | undefined,
  platform: string | null,
): WantedGuard {
  const limitsGiven = Object.fromEntries(limitNames.map((limit) => [limit, guard[limit] ?? null])) as Limits
  const { id, name = null, accountId = null, campaignPattern = null, currency, mode, stop, fourEyes } = guard
  return {
    ...(id === undefined ? {} : { id }),
    name,
    platform,
    accountId,
    campaignPattern,
    ...limitsGiven,
    basis: guard.basis ?? old?.basis ?? 'commitments',
    by: guard.by === undefined ? (old?.by ?? null) : guard.by,
    overdelivery: guard.overdelivery ?? old?.overdelivery ?? false,
    currency,
    mode,
    stop,
    fourEyes,
  }
}

type Limits = Pick<WantedGuard, LimitName>

export function platformOf(word: string | null, platforms: Platforms, path: string): string | null {
  const name = word === null ? null : platforms.named(word)
  if (word === null || name !== null) return name
  throw badRequest([{ path: `${path}.platform`, message: `must be one of ${platforms.names.join(', ')}` }])
}
