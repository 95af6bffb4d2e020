import type { BenchService } from '../service.ts'

export interface LaunchFixture {
  accountIds: string[]
  page: string
  secondary: string
  adSets: Record<string, string[]>
}

export async function launchFixture(service: BenchService, key = service.key): Promise<LaunchFixture> {
  const accounts = (
    await service.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary', undefined, key)
  ).data
  const accountIds = accounts.map((account) => account.id)
  const profiles = await service.call<{ data: { page: string; secondary: string }[] }>(
    'GET',
    `/v1/profiles?businessId=${accountIds[0]}`,
    undefined,
    key,
  )
  const adSets: Record<string, string[]> = {}
  for (const id of accountIds) {
    const { data } = await service.call<{ data: { value: string; capacity: number }[] }>(
      'GET',
      `/v1/adsets?accountId=${id}&status=ACTIVE`,
      undefined,
      key,
    )
    adSets[id] = data.filter((adSet) => adSet.capacity >= 25).map((adSet) => adSet.value)
  }
  return { accountIds, page: profiles.data[0]!.page, secondary: profiles.data[0]!.secondary, adSets }
}

export function adIn(
  service: BenchService,
  fixture: LaunchFixture,
  { accountId, adSetId }: { accountId: string; adSetId: string },
  name: string,
): object {
  return {
    adName: name,
    adAccountId: accountId,
    adSets: [adSetId],
    page: fixture.page,
    secondary: fixture.secondary,
    title: 'Bench',
    description: 'Bench',
    cta: 'SHOP_NOW',
    link: 'https://example.com',
    media: [{ url: `${service.sandboxUrl}/_assets/square.png` }],
  }
}

export async function finish(service: BenchService, batchId: number, key = service.key): Promise<void> {
  for (;;) {
    const status = await service.call<{ summaryStatus: string; failedAds: object[] }>(
      'GET',
      `/v1/batch-status/${batchId}`,
      undefined,
      key,
    )
    if (status.summaryStatus === 'success') return
    if (status.summaryStatus === 'error') throw new Error(`The launch failed: ${JSON.stringify(status.failedAds[0])}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** One launched ad; answers its batch. */
export async function launchOne(service: BenchService): Promise<number> {
  const fixture = await launchFixture(service)
  const account = fixture.accountIds[0]!
  const body = {
    ads: [adIn(service, fixture, { accountId: account, adSetId: fixture.adSets[account]![0]! }, 'Bench ad')],
  }
  const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', body)
  await finish(service, adBatchId)
  return adBatchId
}
