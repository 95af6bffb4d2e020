import type { RunningSearch } from '../../app/search.ts'
import { columnTitle } from './columns/columns.ts'
import { levelOf, levels, windows } from './query.ts'
import { listed } from '../../languages/lists.ts'
import { t } from '../../languages/t.ts'

interface Names {
  platform: (name: string) => string
  account: (id: string) => string
  /** A day, and an amount, as the reader writes them. */
  day: (day: string) => string
  amount: (value: number) => string
}

const maxNamed = 2

/** Days that have a name begin with no noun. */
const small = (days: string) => days.charAt(0).toLowerCase() + days.slice(1)

/** What is listed, as somebody would say it. */
export function sentenceOf(search: RunningSearch, text: string, names: Names): string {
  const { platform, state, metric = 'spend', than = 'gt', amount, from, to, window = 'last_7_days' } = search
  const accounts = search.accounts?.split(',') ?? []
  const where =
    accounts.length === 0
      ? ''
      : accounts.length <= maxNamed
        ? t('in {accounts}', { accounts: listed(accounts.map(names.account)) })
        : t('in {accounts} ad accounts', { accounts: accounts.length })
  const what = [
    platform === undefined
      ? t('{levels} on all platforms', { levels: levels[levelOf(search)] })
      : t('{levels} on {platform}', { levels: levels[levelOf(search)], platform: names.platform(platform) }),
    where,
    state === undefined ? '' : state === 'active' ? t('that are switched on') : t('that are paused'),
    text === '' ? '' : t('with “{text}” in the name or id', { text }),
    amount === undefined
      ? ''
      : than === 'gt'
        ? t('with {columnTitle} above {amount}', { columnTitle: columnTitle(metric), amount: names.amount(amount) })
        : t('with {columnTitle} below {amount}', { columnTitle: columnTitle(metric), amount: names.amount(amount) }),
  ].filter(Boolean)
  const days = from && to ? t('{day} to {day2}', { day: names.day(from), day2: names.day(to) }) : small(windows[window])
  const order = search.sort ?? 'spend'
  const how =
    order === 'name'
      ? t('by name')
      : search.up
        ? t('lowest {columnTitle} first', { columnTitle: columnTitle(order) })
        : t('highest {columnTitle} first', { columnTitle: columnTitle(order) })
  return t('{what}, {days} against the days before, {how}.', { what: what.join(' '), days, how })
}
