import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import type { Checked } from '../../../core/automations/evaluate/checked.ts'
import { maxShown, previewRule } from '../../../core/automations/evaluate/preview.ts'
import type { Preview, Protect } from '../../../core/automations/evaluate/preview.ts'
import { previewNotes } from '../../../core/automations/execute/read/preview-notes.ts'
import type { PreviewNotes } from '../../../core/automations/execute/read/preview-notes.ts'
import { meetsNow } from '../../../core/automations/execute/read/meets.ts'
import type { Meeting } from '../../../core/automations/execute/read/meets.ts'
import { protectNow } from '../../../core/automations/execute/decisions/protect.ts'
import { findAutomation } from '../../../core/automations/rule/store.ts'
import type { Automation } from '../../../core/automations/rule/store.ts'
import type { Rule } from '../../../core/automations/rule/rule.ts'
import { ConversionShape } from '../../../core/reports/query/metadata.ts'
import { validateRule } from '../../../core/automations/rule/validate.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { CurrencyCode, PlatformName } from '../../shapes.ts'
import {
  automationId as id,
  makingFields,
  makingNote,
  readRule,
  RuleLevelWord,
  RuleMeetings,
  RuleStateWord,
  section,
} from './automation-view.ts'

const text = (description: string) => z.string().meta({ description })
const textOrNull = (description: string) => z.string().nullable().meta({ description })
const amountOrNull = (description: string) => z.number().nullable().meta({ description })
const count = (description: string) => z.number().int().meta({ description })

const RuleEntity = z
  .object({
    platform: PlatformName,
    accountId: text('The account that it lies in.'),
    level: RuleLevelWord.meta({ description: 'What it is.' }),
    id: text('Its id on the platform; for a search, the ad group and what was searched for.'),
    name: textOrNull('What it is called; null: that was not read yet.'),
    campaignId: textOrNull('The campaign that it is, or lies in.'),
    adSetId: textOrNull('The ad set that it is, or lies in.'),
    status: RuleStateWord.nullable().meta({
      description: 'Its state when it was last read; null: it has none, or it is not known.',
    }),
    dailyBudget: amountOrNull("Its daily budget in the account's currency; null: it has none, or it is not known."),
    lifetimeBudget: amountOrNull('Its budget for its lifetime; null as above.'),
    currency: CurrencyCode,
  })
  .meta({ id: 'RuleEntity' })

const Numbers = z.record(z.string(), z.number().nullable()).meta({
  description: 'Every number that the rule looked at, by what it is; what is so or not so is 1 or 0. null: unknown.',
})

const PlannedAction = z
  .object({
    action: text('Which action of the rule.'),
    what: text('What would be done, in words.'),
    budget: z
      .object({
        from: z.number().meta({ description: 'What the budget is.' }),
        to: z.number().meta({ description: 'What it would become, within all bounds and as the platform rounds.' }),
        currency: CurrencyCode,
      })
      .nullable()
      .meta({ id: 'PlannedBudget', description: 'The change of its budget; null: there is none.' }),
    nothing: textOrNull('Why nothing would come of it; null: something would.'),
  })
  .meta({ id: 'PlannedAction' })

const PreviewReply = z
  .object({
    matched: z
      .array(
        z
          .object({
            entity: RuleEntity.meta({ description: 'What the rule would act on.' }),
            case: count('Which case holds, counted from 0.'),
            numbers: Numbers,
            would: z.array(PlannedAction).meta({ description: 'What would be done, in order.' }),
          })
          .meta({ id: 'PreviewMatch' }),
      )
      .meta({ description: `What the rule would act on now, at most ${maxShown}.` }),
    skipped: z
      .array(
        z
          .object({
            entity: RuleEntity.meta({ description: 'What is left alone.' }),
            reason: text('Why, in words.'),
            numbers: Numbers,
          })
          .meta({ id: 'PreviewSkip' }),
      )
      .meta({
        description: `What is left alone because of a protection or of something unknown, at most ${maxShown}.`,
      }),
    counts: z
      .object({
        checked: count('How many were looked at.'),
        matched: count('How many would be acted on.'),
        skipped: count('How many meet the conditions and are left alone all the same.'),
        unmatched: count('How many do not meet the conditions, or spent too little.'),
        unknown: count('How many cannot be judged, because something is unknown.'),
      })
      .meta({ id: 'PreviewCounts', description: 'How many there are of each.' }),
    figuresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the least fresh figures that it rests on were read; null: it rests on none.' }),
    missing: z
      .array(
        z
          .object({ accountId: text('The account.'), reason: text('What is missing and why.') })
          .meta({ id: 'PreviewMissing' }),
      )
      .meta({
        description:
          'Accounts that could not be looked at, or not as far back as the rule asks, or that a run would leave out.',
      }),
    conversion: ConversionShape.optional().meta({ description: 'There for a rule in one currency: by which rates.' }),
    blocked: textOrNull(
      'Why a run would do nothing at all now: all rules are stopped, or this one was switched off; null: it would.',
    ),
    notApplied: z
      .array(
        z
          .object({
            protection: text('Which one.'),
            reason: text('Why it is not part of the preview, in plain words.'),
          })
          .meta({ id: 'PreviewNotApplied' }),
      )
      .meta({ description: 'What would hold a run, and could not hold this preview. Empty: everything did.' }),
    warnings: z.array(z.string()).meta({
      description: 'What is worth knowing before the rule is believed: amounts that are in several currencies.',
    }),
    meets: RuleMeetings.meta({
      description:
        'Other rules that are switched on and would change some of the same entities now. What lowers what an entity may spend wins over what does not.',
    }),
  })
  .meta({ id: 'AutomationPreview' })

function viewEntity({ entity }: Checked): z.output<typeof RuleEntity> {
  const { platform, accountId, level, id: own, name, campaignId, adSetId, state, currency } = entity
  const { dailyBudget, lifetimeBudget } = entity
  return {
    platform,
    accountId,
    level,
    id: own,
    name,
    campaignId,
    adSetId,
    status: state,
    dailyBudget,
    lifetimeBudget,
    currency,
  }
}

function viewPreview(
  { matched, skipped, counts, figuresAt, missing, conversion }: Preview,
  { blocked, notApplied, warnings }: PreviewNotes,
  meets: Meeting[],
): z.output<typeof PreviewReply> {
  return {
    matched: matched.map((each) => ({
      entity: viewEntity(each),
      case: each.case ?? 0,
      numbers: { ...each.numbers },
      would: each.would,
    })),
    skipped: skipped.map(({ checked, reason }) => ({
      entity: viewEntity(checked),
      reason,
      numbers: { ...checked.numbers },
    })),
    counts,
    figuresAt: figuresAt?.toISOString() ?? null,
    missing,
    ...(conversion ? { conversion } : {}),
    blocked,
    notApplied,
    warnings,
    meets,
  }
}

/** kept: the rule, where it is kept; null: it is not. */
async function preview(deps: Services, call: Call, rule: Rule, kept: Automation | null) {
  const protect: Protect = (checked, matched) =>
    protectNow(deps, call, { automationId: kept?.id ?? null, rule: checked, matched })
  const seen = await previewRule(deps, call, rule, protect)
  const meets = await meetsNow(deps, call, { id: kept?.id ?? null, rule, wanted: seen.wanted })
  return viewPreview(seen, await previewNotes(deps, call, { rule, kept }), meets)
}

export const previewAutomation = operation({
  name: 'preview_automation',
  rest: { method: 'POST', path: '/v1/automations/{id}/preview' },
  section,
  summary: 'What a rule would do now, with the numbers it would decide on. Nothing is changed.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id }),
  example: { id: demo.automation },
  reply: PreviewReply,
  async handle(deps, call, asked) {
    const kept = await findAutomation(deps, call, asked.id)
    return preview(deps, call, kept.rule, kept)
  },
})

export const previewUnsaved = operation({
  name: 'preview_unsaved_automation',
  rest: { method: 'POST', path: '/v1/automations/preview' },
  section,
  summary: 'What a rule that is not kept yet would do now. Nothing is changed.',
  description: makingNote,
  scope: 'read',
  effect: 'reads',
  input: z.object(makingFields),
  example: { template: 'zero-result-pause', scope: { accountIds: [demo.account] } },
  reply: PreviewReply,
  async handle(deps, call, given) {
    const rule = await validateRule(deps, call, await readRule(deps, call, given))
    return preview(deps, call, rule, null)
  },
})
