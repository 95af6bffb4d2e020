import type { TestApp } from './harness.ts'

interface Account {
  id: string
  currency: string
}

/** What the sandbox's demo company launches with: accounts, a profile, ad sets that take ads. */
export interface Fixture {
  accounts: Account[]
  page: string
  secondary: string
  /** By account id. */
  adSets: Record<string, string[]>
}

export async function demoFixture(test: TestApp, key = test.key): Promise<Fixture> {
  const accounts = (await test.call<{ data: Account[] }>('GET', '/v1/adaccounts?platform=primary', { key })).body.data
  const [profile] = (
    await test.call<{ data: { page: string; secondary: string }[] }>(
      'GET',
      `/v1/profiles?businessId=${accounts[0]!.id}`,
      { key },
    )
  ).body.data
  const adSets: Record<string, string[]> = {}
  for (const { id } of accounts) {
    const { body } = await test.call<{ data: { value: string; campaignName: string }[] }>(
      'GET',
      `/v1/adsets?accountId=${id}&status=ACTIVE`,
      { key },
    )
    adSets[id] = body.data.map((adSet) => adSet.value)
  }
  return { accounts, page: profile!.page, secondary: profile!.secondary, adSets }
}

/** A single image ad that passes every rule. */
export function singleAd(test: TestApp, fixture: Fixture, more: Record<string, unknown> = {}): Record<string, unknown> {
  const account = fixture.accounts[0]!
  return {
    adName: 'Spring sale',
    adAccountId: account.id,
    adSets: [fixture.adSets[account.id]![0]],
    page: fixture.page,
    secondary: fixture.secondary,
    title: 'Spring sale',
    description: 'Everything must go.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/sale',
    media: [{ url: `${test.sandboxUrl}/_assets/square.png` }],
    ...more,
  }
}
