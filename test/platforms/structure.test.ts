import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LookRow } from '../../sandbox/core/look.ts'
import type { AccountRef, PerformanceRow } from '../../src/platforms/contract/manage.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { openStructure, readStructure, statesOf } from '../support/platforms/structure.ts'
import { appClient } from '../support/simulated/applovin.ts'
import { pinClient } from '../support/simulated/pinterest.ts'
import type { Stage, Structure, Truth } from '../support/platforms/structure.ts'

/** Some platforms are asked about one thing at a time. */
const few = 12
const active = (rows: LookRow[]) => rows.filter(({ status }) => status === 'ACTIVE')
const sorted = (ids: Iterable<string>) => [...ids].sort()
const minorOf = ({ currency }: AccountRef) => (currency === 'JPY' ? 1 : 100)

for (const platform of builtIn.all) {
  test(`${platform.name}: what may spend is told by its own switch, whatever is above and below it`, async (context) => {
    const stage = await openStructure(context, platform)
    for (const account of stage.accounts) {
      const places = await unsettle(stage, account)
      const truth = stage.truth(account)
      for (const limit of [200, 3])
        assertSwitchedOn(await readStructure(stage.session, account, stage.dayOf(account), limit), truth)
      const { campaigns, adSets, ads } = await readStructure(stage.session, account, stage.dayOf(account))
      assert.ok(places ?? platform.name === 'applovin', 'the account has what is to be told apart')
      if (!places) continue
      const { below, empty, half } = places
      assert.ok(!campaigns.some(({ id }) => id === below.campaign), 'a campaign that is paused is not among them')
      assert.ok(
        adSets.some(({ id }) => id === below.adSet),
        'an ad set below a paused campaign is',
      )
      assert.ok(
        ads.some(({ id }) => id === below.ad),
        'and so is its ad',
      )
      assert.ok(
        adSets.some(({ id }) => id === empty),
        'an active ad set without running ads is told',
      )
      assert.ok(!ads.some(({ adSetId }) => adSetId === empty), 'and has no ad that is switched on')
      assert.ok(adSets.some(({ id }) => id === half.adSet))
      assert.ok(!ads.some(({ id }) => id === half.paused), 'an ad that is paused is not among them')
      assert.ok(
        ads.some(({ adSetId }) => adSetId === half.adSet),
        'its sibling is',
      )
    }
  })

  test(`${platform.name}: campaigns and ad sets tell their own spend of today, budgets and times`, async (context) => {
    const stage = await openStructure(context, platform)
    const currencies = stage.accounts.map(({ currency }) => currency)
    assert.deepEqual(currencies.slice(0, 2), platform.name === 'applovin' ? ['USD', 'USD'] : ['USD', 'JPY'])
    for (const account of stage.accounts) {
      const day = stage.dayOf(account)
      const { campaigns, adSets } = await readStructure(stage.session, account, day)
      await assertSpend(stage, account, { campaign: campaigns, adset: adSets })
      for (const [type, rows] of [
        ['campaign', campaigns],
        ['adset', adSets],
      ] as const) {
        const states = await statesOf(
          stage.session,
          account,
          type,
          rows.map(({ id }) => id),
        )
        for (const row of rows) {
          const { dailyBudget, lifetimeBudget, startTime, endTime } = states.get(row.id)!
          assert.deepEqual([row.dailyBudget, row.lifetimeBudget], [dailyBudget, lifetimeBudget], row.name)
          assert.deepEqual([timeOf(row.startTime), timeOf(row.endTime)], [startTime ?? null, endTime], row.name)
        }
      }
      assert.ok(adSets.length > 0 && campaigns.length > 0)
    }
  })

  test(`${platform.name}: an ad tells the ad set and the campaign that it would wake`, async (context) => {
    const stage = await openStructure(context, platform)
    for (const account of stage.accounts) {
      const { ads, groups } = stage.truth(account)
      const here = ads.filter(({ status, parentIds }) => status !== 'DELETED' && parentIds.length > 0).slice(0, few)
      const states = await statesOf(
        stage.session,
        account,
        'ad',
        here.map(({ id }) => id),
      )
      const above = new Map(groups.map(({ id, parentIds }) => [id, parentIds[0] ?? id]))
      for (const { id, parentIds } of here) {
        const state = states.get(id)!
        assert.deepEqual(sorted(state.adSetIds ?? [state.adSetId!]), sorted(parentIds))
        assert.equal(state.campaignId, above.get(state.adSetId!))
      }
      const holding = new Set(ads.flatMap(({ parentIds }) => parentIds))
      const live = groups.filter(({ id, status }) => status !== 'DELETED' && holding.has(id)).slice(0, few)
      for (const [id, { campaignId }] of await statesOf(
        stage.session,
        account,
        'adset',
        live.map((each) => each.id),
      ))
        assert.equal(campaignId, above.get(id))
    }
  })

  test(`${platform.name}: a large account costs the pages that it has, and no call for single things`, async (context) => {
    const stage = await openStructure(context, platform, 20)
    const account = stage.accounts[0]!
    const truth = stage.truth(account)
    const calls = await stage.callsFor(() => readStructure(stage.session, account, stage.dayOf(account)))
    // The smallest pages hold a hundred, and figures come for a page at a time at worst.
    const pagesOf = (rows: LookRow[]) => Math.ceil(rows.length / 100)
    const lists = [truth.campaigns, truth.groups, truth.ads].reduce((sum, rows) => sum + pagesOf(rows), 0)
    const figures = [truth.campaigns, truth.groups].reduce((sum, rows) => sum + pagesOf(rows) + 1, 0)
    assert.ok(truth.ads.length >= 150)
    assert.ok(calls <= lists + figures, `${calls} calls for ${truth.groups.length} ad sets`)
  })
}

test('campaigns that spend from one budget tell the same one, and those without ad sets say so', async (context) => {
  const stage = await openStructure(context, builtIn.driver('google-ads')!)
  for (const account of stage.accounts) {
    const { campaigns, adSets } = await readStructure(stage.session, account, stage.dayOf(account))
    const sharing = Map.groupBy(campaigns, ({ budgetId }) => budgetId)
    assert.ok(!sharing.has(null) && !sharing.has(undefined))
    const states = await statesOf(
      stage.session,
      account,
      'campaign',
      campaigns.map(({ id }) => id),
    )
    const shared = [...sharing.values()].filter((rows) => rows.length > 1)
    assert.ok(shared.length > 0)
    for (const rows of shared) {
      const { budgetHolder, dailyBudget } = states.get(rows[0]!.id)!
      assert.ok(budgetHolder!.isShared)
      assert.deepEqual(new Set(rows.map((row) => row.dailyBudget)), new Set([dailyBudget]))
    }
    const without = campaigns.filter(({ hasNoAdSets }) => hasNoAdSets)
    assert.deepEqual(
      without.map(({ name }) => name),
      ['Everything, everywhere'],
    )
    assert.ok(!adSets.some(({ campaignId }) => campaignId === without[0]!.id))
  }
})

test('a creative set that two campaigns show is an ad in each, and would wake both', async (context) => {
  const stage = await openStructure(context, builtIn.driver('applovin')!)
  const account = stage.accounts[0]!
  const client = appClient(stage.url, account.id)
  const [set] = active(stage.truth(account).ads)
  const other = stage.truth(account).campaigns.find(({ id }) => !set!.parentIds.includes(id))!
  await client.post('creative_set/add-to-campaigns', { campaign_ids: [other.id], creative_set_ids: [set!.id] })
  const both = sorted([set!.parentIds[0]!, other.id])
  const found = await readStructure(stage.session, account, stage.dayOf(account))
  assertSwitchedOn(found, stage.truth(account))
  const reported = found.ads.filter(({ creativeId }) => creativeId === set!.id)
  assert.deepEqual(sorted(reported.map(({ adSetId }) => adSetId)), both)
  for (const [id, state] of await statesOf(
    stage.session,
    account,
    'ad',
    reported.map((ad) => ad.id),
  )) {
    assert.equal(state.adSetId, reported.find((ad) => ad.id === id)!.adSetId)
    assert.deepEqual(sorted(state.adSetIds!), both)
  }
})

test('a campaign that shows products of a catalogue says that it runs without ads', async (context) => {
  const stage = await openStructure(context, builtIn.driver('pinterest')!)
  const account = stage.accounts[0]!
  const name = 'Everything in the catalogue'
  const { status } = await pinClient(stage.url).post(`ad_accounts/${account.id}/campaigns`, [
    { ad_account_id: account.id, name, objective_type: 'CATALOG_SALES', status: 'ACTIVE' },
  ])
  assert.equal(status, 200)
  const { campaigns } = await readStructure(stage.session, account, stage.dayOf(account))
  assert.deepEqual(
    campaigns.filter(({ runsWithoutAds }) => runsWithoutAds).map((campaign) => campaign.name),
    [name],
  )
})

/** Pauses a campaign above what runs, all ads of one ad set and one ad of another; null where the account has too little. */
async function unsettle(stage: Stage, account: AccountRef) {
  const { campaigns, groups, ads } = stage.truth(account)
  const running = active(groups).map((group) => ({
    group,
    own: active(ads).filter(({ parentIds }) => parentIds.includes(group.id)),
  }))
  const isAlone = (own: LookRow[]) => own.every(({ parentIds }) => parentIds.length === 1)
  const half = running.find(({ own }) => own.length > 1 && isAlone(own))
  const empty = running.find(({ group, own }) => group !== half?.group && own.length > 0 && isAlone(own))
  const above = running.find(
    ({ group, own }) =>
      ![half?.group, empty?.group].includes(group) && own.length > 0 && campaignOf(group) !== campaignOf(half?.group),
  )
  if (!half || !empty || !above) return null
  const campaign = campaigns.find(({ id }) => id === campaignOf(above.group))!
  const isOwnCampaign = campaign.id !== above.group.id
  if (isOwnCampaign) await stage.switchTo(account, { type: 'campaign', id: campaign.id }, 'paused')
  for (const { id } of empty.own) await stage.switchTo(account, { type: 'ad', id }, 'paused')
  const [paused] = half.own
  await stage.switchTo(account, { type: 'ad', id: paused!.id }, 'paused')
  if (!isOwnCampaign) return null
  return {
    below: { campaign: campaign.id, adSet: above.group.id, ad: above.own[0]!.id },
    empty: empty.group.id,
    half: { adSet: half.group.id, paused: paused!.id },
  }
}

function campaignOf(group: LookRow | undefined): string | undefined {
  return group && (group.parentIds[0] ?? group.id)
}

function assertSwitchedOn({ campaigns, adSets, ads }: Structure, truth: Truth): void {
  // What simulators show below these are no ad sets.
  const without = new Set(campaigns.filter(({ hasNoAdSets }) => hasNoAdSets).map(({ id }) => id))
  const groups = truth.groups.filter((group) => !without.has(campaignOf(group)!))
  assert.deepEqual(sorted(campaigns.map(({ id }) => id)), sorted(active(truth.campaigns).map(({ id }) => id)))
  assert.deepEqual(sorted(adSets.map(({ id }) => id)), sorted(active(groups).map(({ id }) => id)))
  assert.deepEqual(
    sorted(ads.map(({ creativeId, id, adSetId }) => `${id.includes(':') ? creativeId : id} in ${adSetId}`)),
    sorted(active(truth.ads).flatMap(({ id, parentIds }) => parentIds.map((parent) => `${id} in ${parent}`))),
  )
  const above = new Map(truth.groups.map((group) => [group.id, campaignOf(group)]))
  for (const { id, campaignId } of adSets) assert.equal(campaignId, above.get(id))
}

async function assertSpend(stage: Stage, account: AccountRef, rows: Record<'campaign' | 'adset', PerformanceRow[]>) {
  for (const level of ['campaign', 'adset'] as const) {
    const spent = await stage.spent(account, level, stage.dayOf(account))
    for (const { id, name, spend } of rows[level]) {
      assert.equal(typeof spend, 'number', name)
      assert.equal(Math.round(spend! * minorOf(account) * 1000) / 1000, spent.get(id) ?? 0, `${level} ${name}`)
    }
    assert.ok(
      rows[level].some(({ spend }) => spend! > 0),
      `something was spent on ${level}s today`,
    )
  }
}

function timeOf(text: string | null): Date | null {
  if (text === null) return null
  assert.match(text, /(Z|[+-]\d\d:?\d\d)$/, 'a time without an offset means nothing')
  return new Date(text)
}
