import { structureList } from './structure.ts'

export const photoAdSquads = structureList({
  name: 'list_photo_messaging_ad_squads',
  level: 'adset',
  path: '/v1/manage/snapchat/adsquads',
  summary: 'Ad squads of a photo-messaging account or campaign with budgets and figures.',
})
