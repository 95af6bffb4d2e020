import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { useWrite, write } from '../client/write.ts'
import { keysOf } from '../nouns.ts'

export type CampaignWish = Input<'createCampaign'>
export type AdSetWish = Input<'createAdSet'>
export type KindedCampaignWish = Input<'createShortVideoCampaign'>
export type KindedAdSetWish = Input<'createShortVideoAdSet'>

const ages = ['campaigns', 'accounts', 'entities'] as const

export const createCampaign = write((wish: CampaignWish) => flightdeck.createCampaign(wish), ...ages)
export const createAdSet = write((wish: AdSetWish) => flightdeck.createAdSet(wish), ...ages)
export const createKindedCampaign = write(
  (wish: KindedCampaignWish) => flightdeck.createShortVideoCampaign(wish),
  ...ages,
)
export const createKindedAdSet = write((wish: KindedAdSetWish) => flightdeck.createShortVideoAdSet(wish), ...ages)

interface Making<Wish, Reply> {
  /** What would happen, of what was asked about last. */
  plan: ReturnType<typeof useQuery<Reply | null>>
  make: ReturnType<typeof useWrite<Wish, Reply>>
  /** What stood against it, asked or made. */
  error: unknown
  ask: (wish: Wish) => void
  /** Whether this is what was asked about: only that can be made. */
  isAsked: (wish: Wish) => boolean
}

/** Something is made in two steps: first it is said what would happen, and only that is made then. */
export function useMaking<Wish extends { dryRun?: boolean }, Reply>(
  creation: { run: (wish: Wish) => Promise<Reply>; ages: Parameters<typeof write>[1][] },
  done: string,
): Making<Wish, Reply> {
  const [asked, setAsked] = useState<Wish | null>(null)
  const text = JSON.stringify(asked)
  const plan = useQuery<Reply | null>({
    queryKey: keysOf('plans')('making', text),
    enabled: asked !== null,
    staleTime: 30_000,
    queryFn: async () => (asked ? creation.run({ ...asked, dryRun: true }) : null),
  })
  const make = useWrite(creation, { done })
  return {
    plan,
    make,
    error: make.error ?? plan.error,
    ask: (wish) => {
      make.reset()
      if (JSON.stringify(wish) === text) void plan.refetch()
      else setAsked(wish)
    },
    isAsked: (wish) => JSON.stringify(wish) === text,
  }
}

const key = keysOf('campaigns')
const maxChoices = 500

/** The campaigns of an account, to make something in. */
export const useCampaignChoices = (accountId: string) =>
  useQuery({
    queryKey: key('choices', accountId),
    queryFn: ({ signal }) => flightdeck.listCampaigns({ accountId, limit: maxChoices }, { signal }),
    select: ({ data }) => data,
  })

export type CampaignChoice = NonNullable<ReturnType<typeof useCampaignChoices>['data']>[number]

export type PlaceKind = NonNullable<Input<'searchTargeting'>>['type']

/** Places of that name. */
export const usePlaces = (q: string, type: PlaceKind) =>
  useQuery({
    queryKey: keysOf('catalogue')('places', type, q),
    enabled: q.length > 1,
    staleTime: 600_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => flightdeck.searchTargeting({ q, type, limit: 8 }, { signal }),
    select: ({ data }) => data,
  })

/** The people whom an account can reach or leave out by name. */
export const useAudiences = (accountId: string) =>
  useQuery({
    queryKey: key('audiences', accountId),
    staleTime: 60_000,
    queryFn: ({ signal }) => flightdeck.listAudiences({ accountId, limit: 500 }, { signal }),
    select: ({ data }) => data,
  })

export type Place = NonNullable<ReturnType<typeof usePlaces>['data']>[number]
