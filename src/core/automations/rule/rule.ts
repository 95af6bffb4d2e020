import { z } from 'zod'
import type { AutomationMode, RuleLevel } from '../../../db/tables/automations.ts'
import { TextId } from '../../../platforms/contract/launch-fields.ts'
import { sameWord } from '../../../closed-words.ts'
import { isCurrency } from '../../currency/codes.ts'
import { RuleAction } from './action.ts'
import { RuleCondition } from './condition.ts'
import { entityStates } from './words.ts'
import {
  defaultMinutes,
  minMinutes,
  maxLabelLength,
  maxNameLength,
  maxAccounts,
  maxActions,
  maxCases,
  maxMinutes,
  protectionBounds,
  protectionDefaults,
} from './limits.ts'

export const ruleLevels = ['ad', 'adset', 'campaign', 'account', 'searchTerm'] as const satisfies readonly RuleLevel[]
const ruleModes = ['suggest', 'ask', 'act'] as const satisfies readonly AutomationMode[]

const ids = (what: string) => z.array(TextId).max(maxAccounts).optional().meta({ description: what })

const RuleFilter = z
  .object({
    campaignIds: ids('Only what lies in these campaigns.'),
    adSetIds: ids('Only what lies in these ad sets.'),
    nameContains: z
      .string()
      .min(1)
      .max(maxNameLength)
      .optional()
      .meta({ description: 'Only what has this text in its name, in capitals or not.' }),
    labels: z
      .array(z.string().trim().min(1).max(maxLabelLength))
      .max(100)
      .optional()
      .meta({ description: 'Only what has one of these labels.' }),
    status: z
      .array(z.enum(entityStates))
      .max(entityStates.length)
      .optional()
      .meta({ description: 'Only what is in one of these states.' }),
    when: RuleCondition.optional().meta({ description: 'Only what meets these conditions on fields.' }),
  })
  .meta({ id: 'RuleFilter' })

const RuleScope = z
  .object({
    platform: z.string().max(50).optional().meta({ description: 'Accounts of one platform; left out: of all.' }),
    accountIds: ids('These accounts; left out: all of the company.'),
    currency: z
      .string()
      .refine(isCurrency, 'must be the code of a currency, such as EUR')
      .optional()
      .meta({
        description:
          "Accounts in this currency, by its ISO 4217 code; left out: in any, whatever the rule's amounts are in.",
        examples: ['USD'],
      }),
    level: z.enum(ruleLevels).meta({ description: 'What is looked at, one by one.' }),
    filter: RuleFilter.optional().meta({ description: 'Which of them; left out: all.' }),
  })
  .meta({ id: 'RuleScope' })

const actions = () => z.array(RuleAction).min(1).max(maxActions)

const RuleCase = z
  .object({
    when: RuleCondition.meta({ description: 'When this case holds.' }),
    then: actions().meta({ description: 'What is done, in order.' }),
  })
  .meta({ id: 'RuleCase' })
export type RuleCase = z.output<typeof RuleCase>

const RuleSchedule = z
  .object({
    cron: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Minute, hour, day, month, weekday.', examples: ['0 6 * * *'] }),
    timeZone: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The time zone of the cron line; left out: UTC.', examples: ['Europe/Berlin'] }),
    everyMinutes: z
      .number()
      .int()
      .min(minMinutes)
      .max(maxMinutes)
      .optional()
      .meta({ description: `Instead of a cron line: every so many minutes, ${minMinutes} to ${maxMinutes}.` }),
  })
  .check(({ value, issues }) => {
    if ((value.cron === undefined) === (value.everyMinutes === undefined)) {
      issues.push({
        code: 'custom',
        path: ['cron'],
        message: 'give exactly one of cron and everyMinutes',
        input: value,
      })
    }
  })
  .meta({ id: 'RuleSchedule' })
export type RuleSchedule = z.output<typeof RuleSchedule>

type Protection = keyof typeof protectionDefaults

const protectionWords: Record<Protection, string> = {
  minSpend:
    "What an entity must have spent before it matches, in the currency of the rule, else in the account's, in the longest window of the conditions; without one, in last_7_days.",
  ignoreRecentDays:
    'How many of the last days, today included, are left out of windows of results, conversions and what is made of them: they come in late.',
  cooldownMinutes: 'How long the rule leaves an entity alone after it acted on it.',
  maxPerDay: 'On how many entities the rule acts in a day.',
  maxBudgetChangePercent: 'By how many per cent of what it was a budget is changed at once, at most.',
  maxShareOfAccount: 'How many per cent of what runs in an account the rule may pause at once.',
  stopAfterErrors: 'After so many failures in a row the rule is switched off.',
  figuresMaxAgeMinutes: 'Figures that are older than this are not acted on.',
}

function protection(name: Protection) {
  const { min, max } = protectionBounds[name]
  const amount = z.number().min(min).max(max)
  return name === 'minSpend' ? amount : amount.int()
}

function protections<T extends z.ZodType>(wrap: (name: Protection) => T): Record<Protection, T> {
  const names = Object.keys(protectionDefaults) as Protection[]
  return Object.fromEntries(names.map((name) => [name, wrap(name)])) as Record<Protection, T>
}

const RuleProtections = z
  .object(
    protections((name) =>
      protection(name).default(protectionDefaults[name]).meta({ description: protectionWords[name] }),
    ),
  )
  .meta({ id: 'RuleProtections' })

const wholeCurrencies = ['account', 'company'] as const

/** As stored it is a code; `company` is that of the company when the rule is written, because its amounts mean that one. */
const currency = z
  .string()
  .trim()
  .max(20)
  .overwrite((word) => sameWord(wholeCurrencies, word) ?? word.toUpperCase())
  .refine((word) => isCurrency(word) || sameWord(wholeCurrencies, word) !== undefined, {
    message: 'must be account, company, or the code of a currency, such as EUR',
  })
  .meta({
    description:
      "In which currency amounts of conditions and minSpend are: account (default: that of each account), company (kept as the code that it is then), or a code such as EUR: each day's figures by its rate. Budgets stay in that of their account.",
    examples: ['EUR'],
  })

const modeWords = {
  id: 'RuleMode',
  description: 'suggest: it says what it would do; ask: a person approves each action; act: it does it.',
}

const name = z.string().trim().min(1).max(maxNameLength).meta({ description: 'What to call the rule.' })
const enabled = z.boolean().meta({ description: 'Whether it is checked by itself.' })
const mode = z.enum(ruleModes).meta(modeWords)
const scope = RuleScope.meta({ description: 'What the rule looks at.' })
const schedule = RuleSchedule.meta({ description: 'When it is checked, if it is enabled.' })
const protectionNotes = { description: 'What keeps it from running away; all on by default.' }

const cases = {
  when: RuleCondition.optional().meta({ description: 'When it acts; instead of cases.' }),
  then: actions().optional().meta({ description: 'What is done, in order; goes with when.' }),
  cases: z
    .array(RuleCase)
    .min(1)
    .max(maxCases)
    .optional()
    .meta({ description: 'Instead of when and then: several of them, of which the first that holds acts.' }),
}

/** Any of the fields of a rule, for those who change one or begin with a ready-made one. What is left out stays out. */
export const someRuleFields = {
  name: name.optional(),
  enabled: enabled.optional(),
  mode: mode.optional(),
  currency: currency.optional(),
  scope: RuleScope.partial({ level: true }).optional().meta({
    id: 'RuleScopeChange',
    description: 'What the rule looks at. Without a level it changes what it names alone.',
  }),
  ...cases,
  schedule: schedule.optional(),
  protections: z
    .object(protections((each) => protection(each).optional().meta({ description: protectionWords[each] })))
    .optional()
    .meta({ id: 'RuleProtectionChanges', ...protectionNotes }),
}

export const Rule = z
  .object({
    name,
    enabled: enabled.default(false),
    mode: mode.default('suggest'),
    currency: currency.optional(),
    scope,
    ...cases,
    schedule: schedule.default({ everyMinutes: defaultMinutes }),
    protections: RuleProtections.prefault({}).meta(protectionNotes),
  })
  .check(({ value, issues }) => {
    const add = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value })
    const single = value.when !== undefined || value.then !== undefined
    if (single === (value.cases !== undefined)) add('when', 'give either when and then, or cases')
    else if (single && value.when === undefined) add('when', 'is required beside then')
    else if (single && value.then === undefined) add('then', 'is required beside when')
  })
  .meta({ id: 'AutomationRule' })
export type Rule = z.output<typeof Rule>
export type RuleInput = z.input<typeof Rule>

/** The cases of a rule in order, whichever way they were written, each with where it stands. */
export function casesOf({ when, then, cases }: Pick<Rule, 'when' | 'then' | 'cases'>): (RuleCase & { path: string })[] {
  if (cases) return cases.map((each, index) => ({ ...each, path: `cases.${index}` }))
  return when && then ? [{ when, then, path: '' }] : []
}
