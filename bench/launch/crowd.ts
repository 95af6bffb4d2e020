import pMap from 'p-map'

export interface Crowded {
  sandboxUrl: string
  token: string
  accountId: string
}

/** A campaign takes no more than 200. */
const perCampaign = 100

/** Fills an ad account behind the service's back: so many ad sets with a budget and an ad each, all switched on. Answers their ids. */
export async function crowd(place: Crowded, count: number): Promise<string[]> {
  const send = platformCaller(place)
  const { accountId } = place
  const [creative] = (await send('GET', `${accountId}/adcreatives?fields=id&limit=1`)).data
  const adSets = await emptyAdSets(place, count)
  await pMap(
    adSets,
    (adSet, number) =>
      send('POST', `${accountId}/ads`, {
        name: `One of many ${number}`,
        adset_id: adSet,
        creative: JSON.stringify({ creative_id: creative!.id }),
        status: 'ACTIVE',
      }),
    { concurrency: 8 },
  )
  return adSets
}

/** The same without ads. */
export async function emptyAdSets(place: Crowded, count: number): Promise<string[]> {
  const send = platformCaller(place)
  const { accountId } = place
  const campaigns = await pMap(Array.from({ length: Math.ceil(count / perCampaign) }), () =>
    send('POST', `${accountId}/campaigns`, {
      name: 'A crowd',
      objective: 'OUTCOME_TRAFFIC',
      status: 'ACTIVE',
      special_ad_categories: '[]',
      is_adset_budget_sharing_enabled: 'false',
    }),
  )
  const numbers = Array.from({ length: count }, (_, number) => number)
  return pMap(
    numbers,
    async (number) => {
      const adSet = await send('POST', `${accountId}/adsets`, {
        name: `One of many ${number}`,
        campaign_id: campaigns[Math.floor(number / perCampaign)]!.id,
        daily_budget: '1000',
        billing_event: 'IMPRESSIONS',
        optimization_goal: 'LINK_CLICKS',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        targeting: JSON.stringify({
          geo_locations: { countries: ['US'] },
          targeting_automation: { advantage_audience: 0 },
        }),
        status: 'ACTIVE',
      })
      return adSet.id
    },
    { concurrency: 8 },
  )
}

/** Deletes the ads of these ad sets whose names begin so, behind the service's back: an account takes no more than 5,000. */
export async function removeAds(place: Crowded, adSets: string[], begin: string): Promise<void> {
  const send = platformCaller(place)
  await pMap(
    adSets,
    async (adSet) => {
      const { data } = await send('GET', `${adSet}/ads?fields=id,name&limit=100`)
      const ours = data.filter((ad) => ad.name?.startsWith(begin))
      for (const ad of ours) await send('DELETE', ad.id)
    },
    { concurrency: 8 },
  )
}

function platformCaller({ sandboxUrl, token }: Crowded) {
  return async (method: string, path: string, form?: Record<string, string>) => {
    const answer = await fetch(`${sandboxUrl}/meta/v26.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: form && new URLSearchParams(form),
    })
    const parsed = (await answer.json()) as { id: string; data: { id: string; name?: string }[]; error?: object }
    if (parsed.error) throw new Error(`${path}: ${JSON.stringify(parsed.error)}`)
    return parsed
  }
}
