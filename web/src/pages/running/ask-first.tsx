import type { Entity } from '../../../../client/src/index.ts'
import { useBudgetRehearsal } from '../../data/running/entities.ts'
import type { BudgetWish } from '../../data/running/entities.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { money } from '../../ui/words/format.ts'
import type { Acts, RequestedChange } from './acts.ts'
import { spentBy } from './much.ts'

/** What is about to be done, in figures: nothing was sent yet. */
export function AskFirst({ acts }: { acts: Acts }) {
  const { asked } = acts
  if (asked === null) return null
  const words =
    asked.kind === 'budgets' ? budgetWords(asked) : asked.kind === 'pause' ? pauseWords(asked) : resumeWords(asked)
  return (
    <Dialog
      open
      onClose={acts.leave}
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button onClick={acts.leave}>{words.no}</Button>
          <Button look={asked.kind === 'pause' ? 'danger' : 'main'} onClick={acts.agree}>
            {words.yes}
          </Button>
        </>
      }
    >
      {asked.kind === 'budgets' && <BudgetList wishes={asked.wishes} budgetOf={acts.budgetOf} />}
    </Dialog>
  )
}

const nameOf = ({ name, id }: Entity) => name ?? id

function pauseWords({ entities }: Extract<RequestedChange, { entities: Entity[] }>) {
  const [first] = entities
  const isOne = entities.length === 1 && first !== undefined
  return {
    title: isOne ? `Pause “${nameOf(first)}”?` : `Pause these ${entities.length}?`,
    lead: `${isOne ? 'It' : 'Together they'} spent ${spentBy(entities)} in the days that are shown. “Resume” brings ${isOne ? 'it' : 'them'} back.`,
    no: isOne ? 'Let it run' : 'Let them run',
    yes: isOne ? 'Pause' : `Pause ${entities.length}`,
  }
}

function resumeWords({ entities }: Extract<RequestedChange, { entities: Entity[] }>) {
  const [first] = entities
  const what = entities.length === 1 && first !== undefined ? `“${nameOf(first)}”` : `these ${entities.length}`
  return {
    title: `Resume ${what}?`,
    lead: `It spends again from now on. Before it was paused, ${spentBy(entities)} were spent in the last days. Guards that ask for approval or refuse say so.`,
    no: 'Leave it paused',
    yes: 'Resume',
  }
}

function budgetWords({ wishes }: Extract<RequestedChange, { kind: 'budgets' }>) {
  const [first] = wishes
  const isOne = wishes.length === 1 && first !== undefined
  return {
    title: isOne ? `Change the budget of “${nameOf(first.entity)}”?` : `Change ${wishes.length} budgets?`,
    lead: 'Each goes through the guards. What needs approval waits for it, and says so in its line.',
    no: 'Leave as is',
    yes: isOne ? 'Change it' : `Change ${wishes.length}`,
  }
}

const maxShown = 12

function BudgetList({ wishes, budgetOf }: { wishes: BudgetWish[]; budgetOf: Acts['budgetOf'] }) {
  const rehearsal = useBudgetRehearsal(wishes.slice(0, maxShown))
  const said = new Map(rehearsal.data?.map(({ entity, says }) => [entity, says]))
  return (
    <>
      <ul className="flex flex-col gap-1">
        {wishes.slice(0, maxShown).map(({ entity, amount }) => (
          <li key={`${entity.platform} ${entity.id}`}>
            <span className="font-medium">{nameOf(entity)}</span>: {money(budgetOf(entity).amount, entity.currency)} →{' '}
            {money(amount, entity.currency)} {budgetOf(entity).isDaily ? 'a day' : 'in all'}
            {said.get(entity)?.map((line) => (
              <span key={line} className="block text-[13px] text-warn">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {wishes.length > maxShown && <p className="text-muted">and {wishes.length - maxShown} more</p>}
      <p className="font-medium">{moreInAll(wishes, budgetOf)}</p>
      <p role="status" className="text-[13px] text-muted">
        {rehearsal.isLoading ? 'The guards are asked what they say …' : ''}
      </p>
    </>
  )
}

/** How much more (or less) a day, for each currency. */
function moreInAll(wishes: BudgetWish[], budgetOf: Acts['budgetOf']): string {
  const daily = wishes.filter(({ entity }) => budgetOf(entity).isDaily)
  const sums = [...Map.groupBy(daily, ({ entity }) => entity.currency)].map(([currency, of]) => {
    const more = of.reduce((sum, { entity, amount }) => sum + amount - (budgetOf(entity).amount ?? 0), 0)
    return `${money(Math.abs(more), currency)} ${more < 0 ? 'less' : 'more'} a day`
  })
  return sums.length === 0 ? '' : `Together ${sums.join(' and ')}.`
}
