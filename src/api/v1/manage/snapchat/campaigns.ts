import { structureList } from './structure.ts'

export const photoCampaigns = structureList(
  'campaign',
  '/v1/manage/snapchat/campaigns',
  'Campaigns of a photo-messaging account with budgets and figures.',
  'list_photo_messaging_campaigns',
)
