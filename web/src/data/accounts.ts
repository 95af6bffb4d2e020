import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flightdeck } from './client/flightdeck.ts'
import { useKept } from './client/kept.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'
import { can, titleOf } from './platforms.ts'

const key = keysOf('accounts')
const staleTime = 60_000

/** The ad accounts that the signed-in person sees, of all platforms. */
export const useAccounts = () =>
  useQuery({ queryKey: key('all'), staleTime, queryFn: () => Array.fromAsync(flightdeck.all.listAdAccounts({})) })

/** Whether an ad account is in the sandbox; undefined: it is not known yet. */
export function useSandboxOf(): (accountId: string) => boolean | undefined {
  const accounts = useAccounts().data
  const byId = useMemo(() => new Map(accounts?.map(({ id, sandbox }) => [id, sandbox])), [accounts])
  return (accountId) => byId.get(accountId)
}

/** The same, to choose from. */
export const useAccountOptions = () =>
  (useAccounts().data ?? []).map(({ id, name, platform }) => ({ value: id, label: `${name} · ${titleOf(platform)}` }))

/** What an account is called, with its platform: several can have one name. */
export function useAccountName(): (id: string) => string | undefined {
  const options = useAccountOptions()
  return (id) => options.find(({ value }) => value === id)?.label
}

/** The account that somebody last worked with, on every page that is about one. */
export function useChosenAccount(): [string | null, (id: string) => void] {
  const accounts = useAccounts().data
  const [kept, setKept] = useKept<string | null>('account', null)
  const known = accounts?.some(({ id }) => id === kept) ? kept : null
  return [known ?? accounts?.[0]?.id ?? null, setKept]
}

/** The ad sets of an account whose name has the word in it. */
export const useAdSetsOf = (accountId: string, word: string) =>
  useQuery({
    queryKey: key('ad sets', accountId, word),
    enabled: accountId !== '',
    staleTime,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => flightdeck.listAdSets({ accountId, search: word || undefined, limit: 100 }, { signal }),
  })

/** In whose names an account can speak; not asked where its platform has no profiles. */
export function useProfiles(accountId: string) {
  const platform = useAccounts().data?.find(({ id }) => id === accountId)?.platform
  return useQuery({
    queryKey: key('profiles', accountId),
    enabled: platform !== undefined && can(platform, 'listProfiles'),
    staleTime,
    queryFn: ({ signal }) => flightdeck.listProfiles({ accountId }, { signal }),
  })
}

/** In whose names an account can speak where they are called identities; not asked elsewhere. */
export function useIdentities(accountId: string) {
  const platform = useAccounts().data?.find(({ id }) => id === accountId)?.platform
  return useQuery({
    queryKey: key('identities', accountId),
    enabled: platform !== undefined && can(platform, 'identities'),
    staleTime,
    queryFn: ({ signal }) => flightdeck.listIdentities({ accountId }, { signal }),
  })
}

/** The boards that pins of an account can go to; not asked where there are none. */
export function usePinBoards(accountId: string) {
  const platform = useAccounts().data?.find(({ id }) => id === accountId)?.platform
  return useQuery({
    queryKey: key('boards', accountId),
    enabled: platform !== undefined && can(platform, 'listBoards'),
    staleTime,
    queryFn: ({ signal }) => flightdeck.listPinBoards({ accountId }, { signal }),
  })
}

/** What a launch into the account fills in; without one: into any. */
export const useLaunchDefaults = (accountId: string) =>
  useQuery({
    queryKey: key('defaults', accountId),
    staleTime,
    queryFn: ({ signal }) => flightdeck.getLaunchDefaults({ accountId: accountId || undefined }, { signal }),
  })

export const updateLaunchDefaults = write(flightdeck.updateLaunchDefaults, 'accounts')
