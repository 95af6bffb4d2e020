import type { AccountExposure, GoesLive } from '../../../../client/src/index.ts'
import { count, money } from '../words/format.ts'
import { Said } from '../words/said.tsx'
import { t } from '../../languages/t.ts'

const maxBudgets = 5

interface Props {
  goesLive?: GoesLive
  exposure?: AccountExposure[]
}

/** What something would cost: a sentence for each account, and its budgets by name. Nothing to show: it costs nothing. */
export function Costs({ goesLive, exposure = [] }: Props) {
  if (!goesLive || goesLive.accounts.length === 0) return null
  const { accounts, currency } = goesLive
  const problems = [...new Set(exposure.flatMap(({ problem }) => problem ?? []))]
  return (
    <section aria-label={t('What it costs')} className="flex flex-col gap-1">
      {accounts.map(({ platform, accountId, name, words, budgets, budgetCount, ...account }) => (
        <div key={`${platform} ${accountId}`}>
          <p>
            <span className="font-medium">{name}</span>: <Said>{words}</Said>
            {currency !== null && currency !== account.currency && (
              <span className="text-muted">
                {' '}
                {t('({inCompany} more a day)', { inCompany: shown(account.addsPerDay.inCompany, currency) })}
              </span>
            )}
          </p>
          {budgets.length > 0 && (
            <ul className="list-disc pl-5 text-muted">
              {budgets.slice(0, maxBudgets).map((budget, index) => (
                <li key={index} className="break-words">
                  {calledOf(budget)}: {allowedBy(budget, account.currency)}
                </li>
              ))}
              {budgetCount > maxBudgets && (
                <li>{t('and {budgetCount} more budgets', { budgetCount: count(budgetCount - maxBudgets) })}</li>
              )}
            </ul>
          )}
        </div>
      ))}
      {problems.map((problem) => (
        <p key={problem} lang="en" className="text-warn">
          {problem}
        </p>
      ))}
    </section>
  )
}

type Budget = GoesLive['accounts'][number]['budgets'][number]

function calledOf({ name, id, type, campaigns }: Budget): string {
  if (name !== null || id === null) return name ?? t('New')
  return type === 'shared'
    ? t('Budget shared by {campaigns}', { campaigns: campaigns.map((one) => one.name ?? one.id).join(', ') })
    : id
}

function allowedBy({ perDay, inAll }: Budget, currency: string): string {
  if (perDay) return t('{amount} a day', { amount: shown(perDay.amount, currency) })
  return inAll ? t('{amount} in all', { amount: shown(inAll.amount, currency) }) : t('no budget bounds it')
}

function shown(amount: number | 'unknown' | null, currency: string): string {
  return amount === 'unknown' ? t('an amount that is not known') : money(amount, currency)
}
