import type { RecordedApp } from './recorder.ts'

interface Listed {
  data: { id: string; dailyBudget: number | null }[]
}

/** Has the service change what an account holds in every way that it can. */
export async function changeEverything({ ok }: RecordedApp, accountId: string, adSetId: string): Promise<void> {
  const campaigns = await ok<Listed>('GET', `/v1/campaigns?accountId=${accountId}`)
  const ads = await ok<Listed>('GET', `/v1/manage/list-ads?accountId=${accountId}&limit=5`)
  for (const status of ['ACTIVE', 'PAUSED', 'DELETED'])
    await ok('GET', `/v1/manage/list-ads?accountId=${accountId}&adSetId=${adSetId}&status=${status}&limit=5`)
  const campaign = campaigns.data.find(({ dailyBudget }) => dailyBudget !== null)!.id
  const ids = { campaign, adset: adSetId, ad: ads.data[0]!.id }
  for (const [entityType, id] of Object.entries(ids)) {
    // Nobody says whose it is, so that its owner is looked for.
    await ok('POST', '/v1/manage/update-status', { entityType, entityIds: [id], newStatus: 'PAUSED' })
    const about = { accountId, entityType, entityIds: [id] }
    await ok('POST', '/v1/manage/update-status', { ...about, newStatus: 'ACTIVE' })
    if (entityType === 'ad') continue
    await ok('POST', '/v1/manage/update-status', { ...about, endTime: '2035-01-01T00:00:00Z' })
    await ok('POST', '/v1/manage/update-budget', { accountId, entityType, entityId: id, dailyBudget: 250 })
  }
  await ok('POST', '/v1/manage/delete', { accountId, entityType: 'ad', entityIds: [ids.ad] })
}
