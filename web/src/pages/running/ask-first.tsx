import type { Entity } from '../../../../client/src/index.ts'
import { useBudgetRehearsal } from '../../data/running/entities.ts'
import type { BudgetWish } from '../../data/running/entities.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { money } from '../../ui/words/format.ts'
import type { Acts, RequestedChange } from './acts.ts'
import { spentBy } from './much.ts'
import { rich } from '../../languages/rich.ts'
import { listed } from '../../languages/lists.ts'
import { t } from '../../languages/t.ts'

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
    title: isOne
      ? t('Pause “{first}”?', { first: nameOf(first) })
      : t('Pause these {entities}?', { entities: entities.length }),
    lead: isOne
      ? t('It spent {spentBy} in the days that are shown. “Resume” brings it back.', { spentBy: spentBy(entities) })
      : t('Together they spent {spentBy} in the days that are shown. “Resume” brings them back.', {
          spentBy: spentBy(entities),
        }),
    no: isOne ? t('Let it run') : t('Let them run'),
    yes: isOne ? t('Pause') : t('Pause {entities}', { entities: entities.length }),
  }
}

function resumeWords({ entities }: Extract<RequestedChange, { entities: Entity[] }>) {
  const [first] = entities
  const what =
    entities.length === 1 && first !== undefined
      ? `“${nameOf(first)}”`
      : t('these {entities}', { entities: entities.length })
  return {
    title: t('Resume {what}?', { what }),
    lead: t(
      'It spends again from now on. Before it was paused, {spentBy} were spent in the last days. Guards that ask for approval or refuse say so.',
      { spentBy: spentBy(entities) },
    ),
    no: t('Leave it paused'),
    yes: t('Resume'),
  }
}

function budgetWords({ wishes }: Extract<RequestedChange, { kind: 'budgets' }>) {
  const [first] = wishes
  const isOne = wishes.length === 1 && first !== undefined
  return {
    title: isOne
      ? t('Change the budget of “{entity}”?', { entity: nameOf(first.entity) })
      : t('Change {wishes} budgets?', { wishes: wishes.length }),
    lead: t('Each goes through the guards. What needs approval waits for it, and says so in its line.'),
    no: t('Leave as is'),
    yes: isOne ? t('Change it') : t('Change {wishes}', { wishes: wishes.length }),
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
            {budgetOf(entity).isDaily
              ? rich('{entity}: {amount} → {amount2} a day', {
                  entity: <span className="font-medium">{nameOf(entity)}</span>,
                  amount: money(budgetOf(entity).amount, entity.currency),
                  amount2: money(amount, entity.currency),
                })
              : rich('{entity}: {amount} → {amount2} in all', {
                  entity: <span className="font-medium">{nameOf(entity)}</span>,
                  amount: money(budgetOf(entity).amount, entity.currency),
                  amount2: money(amount, entity.currency),
                })}
            {said.get(entity)?.map((line) => (
              <span key={line} className="block text-[13px] text-warn">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {wishes.length > maxShown && (
        <p className="text-muted">{t('and {wishes} more', { wishes: wishes.length - maxShown })}</p>
      )}
      <p className="font-medium">{moreInAll(wishes, budgetOf)}</p>
      <p role="status" className="text-[13px] text-muted">
        {rehearsal.isLoading ? t('The guards are asked what they say …') : null}
      </p>
    </>
  )
}

/** How much more (or less) a day, for each currency. */
function moreInAll(wishes: BudgetWish[], budgetOf: Acts['budgetOf']): string {
  const daily = wishes.filter(({ entity }) => budgetOf(entity).isDaily)
  const sums = [...Map.groupBy(daily, ({ entity }) => entity.currency)].map(([currency, of]) => {
    const more = of.reduce((sum, { entity, amount }) => sum + amount - (budgetOf(entity).amount ?? 0), 0)
    return more < 0
      ? t('{abs} less a day', { abs: money(Math.abs(more), currency) })
      : t('{abs} more a day', { abs: money(Math.abs(more), currency) })
  })
  return sums.length === 0 ? '' : t('Together {sums}.', { sums: listed(sums) })
}
