import { structureView } from './structure.ts'

export const managedAdSets = structureView({
  name: 'list_ad_set_performance',
  level: 'adset',
  path: '/v1/manage/adsets',
  summary: 'Ad sets with budgets, spend and results.',
})
