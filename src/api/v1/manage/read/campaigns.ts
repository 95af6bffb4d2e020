import { structureView } from './structure.ts'

export const managedCampaigns = structureView({
  name: 'list_campaign_performance',
  level: 'campaign',
  path: '/v1/manage/campaigns',
  summary: 'Campaigns with budgets, spend and results.',
})
