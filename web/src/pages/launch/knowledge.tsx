import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccounts } from '../../data/accounts.tsx'
import { flightdeck } from '../../data/flightdeck.ts'
import { learnDefaults, learnNames } from './sheet/known.ts'
import { useRead } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'

const mostAccounts = 20

/** Learns what the ids in the sheet are called, and the defaults of its accounts. It draws nothing. */
export function Knowledge({ sheet }: { sheet: SheetStore }) {
  const accounts = useAccounts().data
  const used = useRead(sheet.signals, 'content', () =>
    [...new Set(sheet.content().rows.map(({ cells }) => (cells.account ?? '').trim()))].join('\n'),
  )
  useEffect(() => {
    if (accounts) learnNames(accounts.map(({ id, name }) => ({ value: id, label: name })))
  }, [accounts])
  const known = used.split('\n').filter((id) => accounts?.some((account) => account.id === id))
  return known.slice(0, mostAccounts).map((id) => <OfAccount key={id} account={id} />)
}

function OfAccount({ account }: { account: string }) {
  const adSets = useQuery({
    queryKey: ['accounts', 'ad-sets', account, ''],
    staleTime: 60_000,
    queryFn: ({ signal }) => flightdeck.listAdSets({ accountId: account, limit: 100 }, { signal }),
  })
  const [defaults, profiles] = useQueries({
    queries: [
      defaultsQuery(account),
      {
        queryKey: ['accounts', 'profiles', account],
        staleTime: 60_000,
        queryFn: ({ signal }: { signal: AbortSignal }) => flightdeck.listProfiles({ accountId: account }, { signal }),
      },
    ],
  })
  useEffect(() => {
    if (adSets.data) learnNames(adSets.data.data)
  }, [adSets.data])
  useEffect(() => {
    const found = profiles.data?.data ?? []
    learnNames(found.map(({ page, primaryName }) => ({ value: page, label: primaryName })))
    learnNames(
      found.flatMap(({ secondary, secondaryName }) =>
        secondary && secondaryName ? [{ value: secondary, label: secondaryName }] : [],
      ),
    )
  }, [profiles.data])
  useEffect(() => {
    if (defaults.data) learnDefaults(account, cellsOf(defaults.data.defaults))
  }, [account, defaults.data])
  return null
}

export function defaultsQuery(accountId: string) {
  return {
    queryKey: ['accounts', 'defaults', accountId],
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      flightdeck.getLaunchDefaults({ accountId: accountId || undefined }, { signal }),
  }
}

type Defaults = Awaited<ReturnType<typeof flightdeck.getLaunchDefaults>>['defaults']

/** The columns that have defaults, by the fields of these. */
export const defaultColumns = {
  page: 'page',
  secondary: 'secondary',
  title: 'title',
  description: 'description',
  cta: 'cta',
  link: 'link',
  urlTags: 'url tags',
} as const

function cellsOf(defaults: Defaults): Record<string, string> {
  return Object.fromEntries(
    Object.entries(defaultColumns).flatMap(([field, column]) => {
      const value = defaults[field as keyof typeof defaultColumns]
      return value ? [[column, value]] : []
    }),
  )
}
