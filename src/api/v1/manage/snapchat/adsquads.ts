import { structureList } from './structure.ts'

export const photoAdSquads = structureList(
  'adset',
  '/v1/manage/snapchat/adsquads',
  'Ad squads of a photo-messaging account or campaign with budgets and figures.',
  'list_photo_messaging_ad_squads',
)
