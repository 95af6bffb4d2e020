import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { changeBudgets, switchEntities } from '../../data/running/entities.ts'
import { entityKey } from '../../data/running/entity-key.ts'
import type { BudgetOutcome, BudgetWish, SwitchOutcome } from '../../data/running/entities.ts'
import { useWrite } from '../../data/client/write.ts'
import { useMay } from '../../data/session/session.ts'
import { money } from '../../ui/words/format.ts'
import { isMuch } from './much.ts'
import { t } from '../../languages/t.ts'

interface Budget {
  amount: number | null
  isDaily: boolean
}

/** What a person is asked about before it is done. */
export type RequestedChange =
  | { kind: 'pause' | 'resume'; entities: Entity[] }
  | { kind: 'budgets'; wishes: BudgetWish[] }

export interface Acts {
  mayManage: boolean
  /** As it stands since somebody switched it here; the list itself is read from time to time. */
  isOn: (entity: Entity) => boolean
  budgetOf: (entity: Entity) => Budget
  isBusy: (entity: Entity) => boolean
  problemOf: (entity: Entity) => string | null
  /** Asks first before what spends much, or several, are paused. */
  switchTo: (entities: Entity[], isOn: boolean) => void
  askPause: (entities: Entity[]) => void
  askResume: (entities: Entity[]) => void
  askBudgets: (wishes: BudgetWish[]) => void
  setBudgets: (wishes: BudgetWish[]) => void
  /** null: nothing is asked. */
  asked: RequestedChange | null
  agree: () => void
  leave: () => void
}

interface ActOutcome {
  isOn?: boolean
  amount?: number | null
  problem: string | null
}

/** What became of what was done on this page, by line, and what is under way. */
function useOutcomes() {
  const [known, setKnown] = useState<ReadonlyMap<string, ActOutcome>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  return {
    of: (entity: Entity) => known.get(entityKey(entity)),
    isBusy: (entity: Entity) => busy.has(entityKey(entity)),
    begin: (entities: Entity[]) => setBusy(new Set(entities.map(entityKey))),
    /** One that stands against it leaves everything as it was. */
    settle: <Done extends { entity: Entity; problem: string | null }>(
      done: Done[],
      news: (each: Done) => Omit<ActOutcome, 'problem'>,
    ) => {
      setBusy(new Set())
      setKnown((now) => {
        const next = new Map(now)
        for (const each of done) {
          const key = entityKey(each.entity)
          next.set(key, { ...now.get(key), ...(each.problem === null ? news(each) : {}), problem: each.problem })
        }
        return next
      })
    },
  }
}

type Outcomes = ReturnType<typeof useOutcomes>

function useSwitching({ begin, settle }: Outcomes) {
  const run = useWrite(switchEntities, {
    done: (done, { isOn }) => said(isOn ? t('Resumed') : t('Paused'), done),
    then: (done, { isOn }) => settle(done, () => ({ isOn })),
    failed: ({ message }, { entities }) =>
      settle(
        entities.map((entity) => ({ entity, problem: message })),
        () => ({}),
      ),
  })
  return (entities: Entity[], isOn: boolean) => {
    begin(entities)
    run.mutate({ entities, isOn })
  }
}

function useBudgeting({ begin, settle }: Outcomes) {
  const run = useWrite(changeBudgets, {
    done: (done) => {
      const [first] = done
      if (done.length !== 1 || !first || first.problem !== null) return said(t('Changed the budget of'), done)
      return [
        t('Budget of {name}: {amount}', {
          name: first.entity.name ?? first.entity.id,
          amount: money(first.amount, first.entity.currency),
        }),
      ]
    },
    then: (done) => settle(done, ({ amount }) => ({ amount })),
    failed: ({ message }, wishes) =>
      settle(
        wishes.map(({ entity }) => ({ entity, problem: message })),
        () => ({}),
      ),
  })
  return (wishes: BudgetWish[]) => {
    begin(wishes.map(({ entity }) => entity))
    run.mutate(wishes)
  }
}

/** What was done on this page, and what stood against it. */
export function useActs(): Acts {
  const outcomes = useOutcomes()
  const [asked, ask] = useState<RequestedChange | null>(null)
  const doSwitch = useSwitching(outcomes)
  const doBudgets = useBudgeting(outcomes)
  const budgetOf = (entity: Entity) => {
    const amount = outcomes.of(entity)?.amount ?? entity.dailyBudget ?? entity.lifetimeBudget
    return { amount, isDaily: entity.dailyBudget !== null }
  }
  const isMuchMore = ({ entity, amount }: BudgetWish) => amount >= 2 * (budgetOf(entity).amount ?? 0)
  return {
    mayManage: useMay('manage'),
    isOn: (entity) => outcomes.of(entity)?.isOn ?? entity.state === 'active',
    budgetOf,
    isBusy: outcomes.isBusy,
    problemOf: (entity) => outcomes.of(entity)?.problem ?? null,
    switchTo: (entities, wanted) =>
      !wanted && isMuch(entities) ? ask({ kind: 'pause', entities }) : doSwitch(entities, wanted),
    askPause: (entities) => ask({ kind: 'pause', entities }),
    askResume: (entities) => ask({ kind: 'resume', entities }),
    askBudgets: (wishes) => ask({ kind: 'budgets', wishes }),
    setBudgets: (wishes) =>
      wishes.length > 1 || wishes.some(isMuchMore) ? ask({ kind: 'budgets', wishes }) : doBudgets(wishes),
    asked,
    agree: () => {
      ask(null)
      if (asked?.kind === 'pause' || asked?.kind === 'resume') doSwitch(asked.entities, asked.kind === 'resume')
      if (asked?.kind === 'budgets') doBudgets(asked.wishes)
    },
    leave: () => ask(null),
  }
}

/** How it went, for all together. */
function said(did: string, done: (SwitchOutcome | BudgetOutcome)[]): [string, string?] {
  const went = done.filter(({ problem }) => problem === null)
  const failed = done.length - went.length
  const what = went.length === 1 ? (went[0]?.entity.name ?? '1') : String(went.length)
  return [`${did} ${what}`, failed > 0 ? t('{failed} failed: why stands with each.', { failed }) : undefined]
}
