import { createContext, use, useState } from 'react'
import type { AdAccount, BudgetChanged } from '../../../../client/src/index.ts'
import { switchAll } from '../../data/campaigns/campaign-writes.ts'
import type { Switched, Switching } from '../../data/campaigns/campaign-writes.ts'
import { keyOf } from '../../data/campaigns/campaigns.ts'
import type { Entity } from '../../data/campaigns/campaigns.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { say } from '../../ui/say.ts'
import { isOn } from './status-words.ts'
import { t } from '../../languages/t.ts'

/** What stands below a line: a budget that is being changed, what came of it, or what stood against a switch. */
type Panel =
  | { kind: 'budget'; text: string }
  | { kind: 'changed'; changed: BudgetChanged }
  | { kind: 'problem'; problem: unknown }

export interface TreeState {
  account: AdAccount
  mayManage: boolean
  open: ReadonlySet<string>
  toggle: (entity: Entity) => void
  selected: ReadonlyMap<string, Entity>
  select: (entity: Entity, isSelected: boolean) => void
  clearSelection: () => void
  panels: Readonly<Record<string, Panel>>
  setPanel: (entity: Entity, panel: Panel | null) => void
  /** What is being switched, and to what. */
  switching: ReadonlyMap<string, boolean>
  switchTo: (entities: Entity[], isOn: boolean, onDone?: (outcomes: Switched[]) => void) => void
  /** A pause that a person is asked about first. */
  asked: PauseRequest | null
  act: (act: Act) => void
}

/** What is about to be paused, and what it spent together in the days that are shown. */
interface PauseRequest {
  entities: Entity[]
  spend: number
  pause: () => void
  leave: () => void
}

/** In the account's main unit: what spent more than that together is not paused by one press. */
const asksAbove = 1000

/** null: it is paused at once, with a way back. */
function spendToAskAbout(entities: Entity[]): number | null {
  const running = entities.filter(({ status }) => isOn(status))
  const spend = running.reduce((sum, each) => sum + (each.spend ?? 0), 0)
  return spend > asksAbove ? spend : null
}

/** What opens a dialog. */
export interface Act {
  kind: 'duplicate' | 'preview'
  entity: Entity
}

const Context = createContext<TreeState | null>(null)
export const TreeProvider = Context.Provider

export function useTree(): TreeState {
  const state = use(Context)
  if (!state) throw new Error('The tree is drawn outside of its page.')
  return state
}

export function useTreeState(account: AdAccount, act: (act: Act) => void): TreeState {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlyMap<string, Entity>>(new Map())
  const [panels, setPanels] = useState<Record<string, Panel>>({})
  const setPanel = (entity: Entity, panel: Panel | null) =>
    setPanels(({ [keyOf(entity)]: _before, ...others }) => (panel ? { ...others, [keyOf(entity)]: panel } : others))
  const { switching, switchTo } = useSwitching(account, setPanel)
  const [asked, ask] = useState<PauseRequest | null>(null)
  const askFirst: TreeState['switchTo'] = (entities, isOn, onDone) => {
    const go = () => switchTo(entities, isOn, onDone)
    const spend = isOn ? null : spendToAskAbout(entities)
    if (spend === null) return go()
    ask({ entities, spend, pause: () => (ask(null), go()), leave: () => ask(null) })
  }
  return {
    account,
    mayManage: useMay('manage'),
    open,
    toggle: (entity) => setOpen((now) => new Set(now).symmetricDifference(new Set([keyOf(entity)]))),
    selected,
    select: (entity, isSelected) =>
      setSelected((now) => {
        const next = new Map(now)
        if (isSelected) next.set(keyOf(entity), entity)
        else next.delete(keyOf(entity))
        return next
      }),
    clearSelection: () => setSelected(new Map()),
    panels,
    setPanel,
    switching,
    switchTo: askFirst,
    asked,
    act,
  }
}

interface Wish extends Switching {
  onDone?: (outcomes: Switched[]) => void
}

function useSwitching(account: AdAccount, setPanel: TreeState['setPanel']) {
  const [switching, setSwitching] = useState<ReadonlyMap<string, boolean>>(new Map())
  const mark = ({ entities, isOn }: Wish, isBusy: boolean) =>
    setSwitching((now) => {
      const next = new Map(now)
      for (const entity of entities) {
        if (isBusy) next.set(keyOf(entity), isOn)
        else next.delete(keyOf(entity))
      }
      return next
    })
  const { mutate } = useWrite(switchAll, {
    failed: (problem, wish) => {
      mark(wish, false)
      for (const entity of wish.entities) setPanel(entity, { kind: 'problem', problem })
    },
    then: (outcomes, wish: Wish) => {
      mark(wish, false)
      for (const { entity, problem } of outcomes) setPanel(entity, problem ? { kind: 'problem', problem } : null)
      notify(outcomes, wish.isOn)
      wish.onDone?.(outcomes)
    },
  })
  return {
    switching,
    switchTo: (entities: Entity[], isOn: boolean, onDone?: Wish['onDone']) => {
      const wish: Wish = { account, entities, isOn, onDone }
      mark(wish, true)
      mutate(wish)
    },
  }
}

function notify(outcomes: Switched[], isOn: boolean): void {
  const done = outcomes.filter(({ problem }) => problem === null)
  const [first] = done
  if (!first) return
  const what = done.length === 1 ? first.entity.name : done.length
  say(isOn ? t('Resumed {what}', { what }) : t('Paused {what}', { what }))
}
