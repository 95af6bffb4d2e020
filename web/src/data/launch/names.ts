import { flightdeck } from '../client/flightdeck.ts'
import { queryClient } from '../client/query-client.ts'
import { keysOf } from '../nouns.ts'
import { titleOf } from '../platforms.ts'

/** Something of an account that people know by its name. */
interface Named {
  value: string
  label: string
  hint: string
  campaign?: string
}

const staleTime = 60_000
const maxAdSets = 3000
const key = keysOf('accounts')

/** Every ad account that the signed-in person sees. */
export async function namedAccounts(): Promise<Named[]> {
  const accounts = await queryClient.fetchQuery({
    queryKey: key('all'),
    staleTime,
    queryFn: () => Array.fromAsync(flightdeck.all.listAdAccounts({})),
  })
  return accounts.map(({ id, name, platform, sandbox }) => ({
    value: id,
    label: name,
    hint: [titleOf(platform), id, ...(sandbox ? ['sandbox'] : [])].join(' · '),
  }))
}

/** The ad sets of an account; of one with very many, those whose name has the word in it. */
export async function namedAdSets(accountId: string, word: string): Promise<Named[]> {
  const some = (search?: string) =>
    queryClient.fetchQuery({
      queryKey: key('all ad sets', accountId, search ?? ''),
      staleTime,
      queryFn: async () => {
        const found: Named[] = []
        for await (const adSet of flightdeck.all.listAdSets({ accountId, search, limit: 500 })) {
          const { value, label, campaignName, effectiveStatus } = adSet
          const hint = `${campaignName} · ${effectiveStatus.toLowerCase()} · ${value}`
          found.push({ value, label, hint, campaign: campaignName })
          if (found.length === maxAdSets) break
        }
        return found
      },
    })
  const all = await some()
  return all.length < maxAdSets ? all : some(word)
}

const longestSearch = 200

/** The campaign of an ad set that was called so when it was last seen; null: nobody has seen one. */
export async function campaignOfPast(
  accountId: string,
  name: string,
  asCompared: (name: string) => string,
): Promise<string | null> {
  const { data } = await queryClient.fetchQuery({
    queryKey: keysOf('entities')('called', accountId, name),
    staleTime,
    queryFn: ({ signal }) =>
      flightdeck.listEntities(
        { level: 'adset', accountIds: [accountId], search: name.slice(0, longestSearch), limit: 20 },
        { signal },
      ),
  })
  return data.find((adSet) => asCompared(adSet.name ?? '') === asCompared(name))?.campaignName ?? null
}

/** In whose names an account can speak: as pages, or as the profiles beside these. */
export async function namedProfiles(accountId: string, as: 'page' | 'secondary'): Promise<Named[]> {
  const { data } = await queryClient.fetchQuery({
    queryKey: key('profiles', accountId),
    staleTime,
    queryFn: ({ signal }) => flightdeck.listProfiles({ accountId }, { signal }),
  })
  if (as === 'page') return data.map(({ page, primaryName }) => ({ value: page, label: primaryName, hint: page }))
  return data.flatMap(({ secondary, secondaryName }) =>
    secondary && secondaryName ? [{ value: secondary, label: secondaryName, hint: secondary }] : [],
  )
}

/** The newest files of the library that are called so, by each of their names; without a word the newest of all. */
export async function namedMedia(word: string): Promise<Named[]> {
  const { data } = await queryClient.fetchQuery({
    queryKey: keysOf('media')('named', word),
    staleTime,
    queryFn: ({ signal }) => flightdeck.listMedia({ ...(word === '' ? {} : { search: word }), limit: 50 }, { signal }),
  })
  return data.flatMap(({ url, name, originalName, filename }) =>
    [...new Set([name, originalName, filename])].map((label) => ({ value: url, label, hint: '' })),
  )
}
