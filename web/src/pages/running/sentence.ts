import type { RunningSearch } from '../../app/search.ts'
import { columnTitle } from './columns/columns.ts'
import { levelOf, levels, windows } from './query.ts'

interface Names {
  platform: (name: string) => string
  account: (id: string) => string
  /** A day, and an amount, as the reader writes them. */
  day: (day: string) => string
  amount: (value: number) => string
}

const mostNamed = 2

/** What is listed, as somebody would say it. */
export function sentenceOf(search: RunningSearch, text: string, names: Names): string {
  const { platform, state, metric = 'spend', than = 'gt', amount, from, to, window = 'last_7_days' } = search
  const accounts = search.accounts?.split(',') ?? []
  const where =
    accounts.length === 0
      ? ''
      : accounts.length <= mostNamed
        ? ` in ${accounts.map(names.account).join(' and ')}`
        : ` in ${accounts.length} ad accounts`
  const what = [
    `${levels[levelOf(search)]} on ${platform === undefined ? 'all platforms' : names.platform(platform)}${where}`,
    state === undefined ? '' : state === 'active' ? 'that are switched on' : 'that are paused',
    text === '' ? '' : `with “${text}” in the name or id`,
    amount === undefined
      ? ''
      : `with ${columnTitle(metric)} ${than === 'gt' ? 'above' : 'below'} ${names.amount(amount)}`,
  ].filter(Boolean)
  const days = from && to ? `${names.day(from)} to ${names.day(to)}` : windows[window].toLowerCase()
  const order = search.sort ?? 'spend'
  const how = order === 'name' ? 'by name' : `${search.up ? 'lowest' : 'highest'} ${columnTitle(order)} first`
  return `${what.join(' ')}, ${days} against the days before, ${how}.`
}
