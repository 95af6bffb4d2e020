import { structureList } from './structure.ts'

export const photoCampaigns = structureList({
  name: 'list_photo_messaging_campaigns',
  level: 'campaign',
  path: '/v1/manage/snapchat/campaigns',
  summary: 'Campaigns of a photo-messaging account with budgets and figures.',
})
