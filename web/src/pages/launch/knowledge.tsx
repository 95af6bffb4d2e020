import { useEffect } from 'react'
import type { LaunchDefaults } from '../../../../client/src/index.ts'
import { namedText } from '../../../../client/src/sheet/values.ts'
import { useAccounts, useAdSetsOf, useLaunchDefaults, useProfiles } from '../../data/accounts.ts'
import { useSpeakers } from './names/speakers.ts'
import { learnDefaults, learnNames, learnSeconds } from './sheet/known.ts'
import { useRead } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'

const maxAccounts = 20

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
  return known.slice(0, maxAccounts).map((id) => <OfAccount key={id} account={id} />)
}

function OfAccount({ account }: { account: string }) {
  const adSets = useAdSetsOf(account, '')
  const defaults = useLaunchDefaults(account)
  const { profiles, seconds, identities, boards } = useSpeakers(account)
  useEffect(() => {
    if (adSets.data) learnNames(adSets.data.data)
  }, [adSets.data])
  useEffect(
    () => learnNames([...profiles, ...seconds, ...identities, ...boards]),
    [profiles, seconds, identities, boards],
  )
  const pages = useProfiles(account).data?.data
  useEffect(() => {
    if (pages) learnSeconds(pages)
  }, [pages])
  useEffect(() => {
    if (defaults.data) learnDefaults(account, cellsOf(defaults.data.defaults))
  }, [account, defaults.data])
  return null
}

/** The columns that have defaults, by the fields of these. */
export const defaultColumns = {
  page: 'page',
  secondary: 'secondary',
  identityId: 'identityId',
  profileId: 'profileId',
  organizationId: 'organizationId',
  boardId: 'boardId',
  title: 'title',
  description: 'description',
  cta: 'cta',
  link: 'link',
  urlTags: 'url tags',
  enhancements: 'enhancements',
} as const

function cellsOf(defaults: LaunchDefaults): Record<string, string> {
  return Object.fromEntries(
    Object.entries(defaultColumns).flatMap(([field, column]) => {
      const value = namedText(defaults[field as keyof typeof defaultColumns])
      return value ? [[column, value]] : []
    }),
  )
}
