import type { Context } from '../../../context.ts'
import { listGuards } from '../../../guards/store.ts'
import { accountsFor, scopeOf } from '../../rule/accounts.ts'
import type { ReportDeps } from '../../../reports/sync/ensure/readings.ts'
import type { ActionName } from '../../rule/action.ts'
import { amountWarnings } from '../../rule/amounts.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import type { Automation } from '../../rule/store.ts'
import { stopWords } from '../switch.ts'

/** What is to be known of a preview beside what it shows. */
export interface PreviewNotes {
  /** Why a run would do nothing at all now; null: nothing stands against it. */
  blocked: string | null
  /** What a run would be held by and the preview is not, with why. */
  notApplied: { protection: string; reason: string }[]
  /** What is worth knowing before the rule is believed. */
  warnings: string[]
}

/** kept: the rule, where it is kept; null: it is not. */
export async function previewNotes(
  deps: ReportDeps,
  { company }: Pick<Context, 'company'>,
  { rule, kept }: { rule: Rule; kept: Automation | null },
): Promise<PreviewNotes> {
  const switchedOff = kept?.offReason && !kept.rule.enabled ? `The rule was switched off. ${kept.offReason}` : null
  const { accounts } = await accountsFor(deps, company)
  const guards = mayCost(rule) ? await listGuards(deps, { company }) : []
  return {
    blocked: (await stopWords(deps.db, company.id)) ?? switchedOff,
    notApplied: [...(kept ? [] : ofItsPast(rule)), ...(guards.length > 0 ? [ofGuards] : [])],
    warnings: amountWarnings(rule, accounts.filter(scopeOf(rule))),
  }
}

function ofItsPast({ protections: { cooldownMinutes, maxPerDay, stopAfterErrors } }: Rule): PreviewNotes['notApplied'] {
  return [
    {
      protection: 'cooldownMinutes',
      reason: `The rule is not kept yet and has acted on nothing, so nothing is left alone for ${cooldownMinutes} minutes after an action.`,
    },
    {
      protection: 'maxPerDay',
      reason: `The rule is not kept yet, so its ${maxPerDay} a day are counted as if it had done nothing today.`,
    },
    {
      protection: 'stopAfterErrors',
      reason: `The rule is not kept yet and has no errors behind it: it is switched off after ${stopAfterErrors} in a row.`,
    },
  ]
}

const ofGuards = {
  protection: 'spendGuards',
  reason:
    'Spend guards are asked when something is written: they may refuse what is shown here, or ask a person first.',
}

const costing: readonly ActionName[] = ['resume', 'setBudget', 'changeBudget', 'duplicate', 'launchDraft', 'graduate']

function mayCost(rule: Rule): boolean {
  return casesOf(rule).some(({ then }) => then.some(({ action }) => costing.includes(action)))
}
