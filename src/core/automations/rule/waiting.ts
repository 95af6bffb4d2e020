import type { Db } from '../../../db/connect.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { namedBy } from './accounts.ts'
import type { ActionName } from './action.ts'
import { casesOf } from './rule.ts'
import { enabledRules } from './store.ts'

/** A rule that acts by itself, and would in an account as soon as it is taken in. */
export interface WaitingRule {
  id: number
  name: string
  mode: 'act'
  /** What it does, in words. */
  does: string[]
}

interface AccountFacts {
  platform: string
  accountId: string
  currency: string
}

const doing: Record<ActionName, string> = {
  pause: 'pauses',
  resume: 'switches on',
  setBudget: 'sets budgets',
  changeBudget: 'changes budgets',
  duplicate: 'makes copies',
  rename: 'renames',
  label: 'labels',
  notify: 'tells people',
  launchDraft: 'launches a draft',
  graduate: 'shows posts in further ad sets',
  addNegative: 'adds negative keywords',
}

/** For accounts that wait to be taken in: the rules that would act in them then. */
export async function rulesWaiting(db: Db, company: CompanyRef): Promise<(account: AccountFacts) => WaitingRule[]> {
  const acting = (await enabledRules({ db }, { company })).filter(({ rule }) => rule.mode === 'act')
  const all = acting.map(({ id, rule }) => {
    const actions = casesOf(rule).flatMap(({ then }) => then.map(({ action }) => doing[action]))
    return {
      isNamed: namedBy(rule),
      description: { id, name: rule.name, mode: 'act' as const, does: [...new Set(actions)] },
    }
  })
  return (account) => all.flatMap(({ isNamed, description }) => (isNamed(account) ? [description] : []))
}
