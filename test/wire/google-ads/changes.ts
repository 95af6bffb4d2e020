import type { RecordedApp } from '../recorder.ts'

interface Listed {
  data: { id: string; name: string; budgetShared: boolean; level: string }[]
}

/** Has the service write to a search-ads account in every way that it can. */
export async function changeSearchAds({ app, ok }: RecordedApp, accountId: string): Promise<void> {
  const list = async (what: string) =>
    (await ok<Listed>('GET', `/v1/google-ads/${what}${what.includes('?') ? '&' : '?'}accountId=${accountId}`)).data
  const write = <T = Record<string, unknown>>(path: string, body: object) =>
    ok<T>('POST', `/v1/${path}`, { accountId, ...body })
  const [campaign] = await list('campaigns')
  const shared = (await list('campaigns')).find(({ budgetShared }) => budgetShared)!
  const [group] = await list(`ad-groups?campaignId=${campaign!.id}`)
  const [ad] = await list(`ads?adGroupId=${group!.id}`)
  const [keyword] = await list(`keywords?adGroupId=${group!.id}`)
  const levels = [
    ['campaign', campaign!.id],
    ['ad-group', group!.id],
    ['ad', ad!.id],
    ['keyword', keyword!.id],
  ]
  for (const [entityType, id] of levels)
    for (const status of ['PAUSED', 'ENABLED'])
      await write('google-ads/update-status', { entityType, entityIds: [id], status })
  // Nobody says whose it is, so that its owner is looked for.
  await ok('POST', '/v1/manage/update-status', { entityType: 'ad', entityIds: [ad!.id], newStatus: 'PAUSED' })
  const end = { entityType: 'campaign', entityIds: [campaign!.id], endTime: '2035-01-01T00:00:00Z' }
  await write('manage/update-status', end)
  for (const dryRun of [true, false]) {
    await write('google-ads/update-budget', { campaignId: campaign!.id, dailyBudget: 61.5, dryRun })
    await write('google-ads/update-budget', { campaignId: shared.id, dailyBudget: 99, allowShared: true, dryRun })
    const keywords = [{ text: 'wire lamp', matchType: 'PHRASE', bid: 1.5 }]
    await write('google-ads/keywords', { adGroupId: group!.id, keywords, dryRun })
  }
  const fault = { platform: 'google-ads', match: { path: 'googleAds:mutate' }, fault: 'drop-after', times: 1 }
  await app.control('POST', 'faults', fault)
  const negatives = [
    { text: 'wire', matchType: 'BROAD', campaignId: campaign!.id },
    { text: 'wire', matchType: 'EXACT', adGroupId: group!.id },
  ]
  const { results } = await write<{ results: { id: string }[] }>('google-ads/negatives', { negatives })
  const listed = (await list('negatives?limit=1000')).find(({ level }) => level === 'shared-list')!
  const ids = [...results.map(({ id }) => id), listed.id]
  await write('google-ads/negatives/remove', { ids, allowShared: true })
  await write('manage/delete', { entityType: 'ad', entityIds: [ad!.id] })
}
