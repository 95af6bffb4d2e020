import { singleAd } from '../demo.ts'
import type { TestApp } from '../harness.ts'
import { launchFixture } from '../platforms/primary-graph.ts'

export const boostFlags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true }

/** Posts to boost, and ad sets that follow their own goal. */
export async function boostFixture(test: TestApp) {
  const launching = await launchFixture(test)
  const { demo: fixture, graph, asset } = launching
  const account = fixture.accounts[0]!.id
  interface Posts {
    data: { id: string; call_to_action?: object; is_eligible_for_promotion: boolean }[]
  }
  const { data } = await graph.get<Posts>(`${fixture.page}/posts`, {
    fields: 'id,call_to_action,is_eligible_for_promotion',
    limit: '50',
  })
  const eligible = data.filter((post) => post.is_eligible_for_promotion)
  const pages = await graph.get<{ data: { id: string }[] }>('me/accounts', { fields: 'id' })
  return {
    ...launching,
    account,
    linkPost: eligible.find((post) => post.call_to_action)!.id,
    picturePost: eligible.find((post) => !post.call_to_action)!.id,
    refusedPost: data.find((post) => !post.is_eligible_for_promotion)!.id,
    otherPage: pages.data.find(({ id }) => id !== fixture.page)!.id,
    boost: (storyId: string, more: Record<string, unknown> = {}, media: Record<string, unknown> = {}) =>
      singleAd(test, fixture, {
        adName: 'Boost',
        scalePostId: true,
        media: [{ effectiveStoryId: storyId, ...boostFlags, url: asset('square.png'), ...media }],
        link: undefined,
        cta: undefined,
        ...more,
      }),
    newAdSet: async (objective: string, fields: Record<string, unknown>): Promise<string> => {
      const campaign = await graph.post<{ id: string }>(`${account}/campaigns`, {
        name: 'Own goal',
        objective,
        status: 'PAUSED',
        special_ad_categories: [],
        is_adset_budget_sharing_enabled: false,
      })
      const adSet = await graph.post<{ id: string }>(`${account}/adsets`, {
        name: 'Own goal',
        campaign_id: campaign.id,
        status: 'PAUSED',
        daily_budget: 2000,
        billing_event: 'IMPRESSIONS',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
        ...fields,
      })
      return adSet.id
    },
  }
}

/** What an ad set that gathers followers for a page has. */
export const pageLikes = (page: string) => ({
  optimization_goal: 'PAGE_LIKES',
  destination_type: 'ON_PAGE',
  promoted_object: { page_id: page },
})
