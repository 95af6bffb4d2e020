import { useQuery } from '@tanstack/react-query'
import type { AdAccount } from '../../../../client/src/index.ts'
import type { Entity } from '../campaigns/campaigns.ts'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { can } from '../platforms.ts'
import { t } from '../../languages/t.ts'

export interface Shown {
  speaker: string | null
  speakerPicture: string | null
  texts: string[]
  headlines: string[]
  descriptions: string[]
  button: string | null
  link: string | null
  picture: string | null
  video: string | null
}

/** The ad as people see it, as far as the platform tells what it shows. */
export const useAdPreview = (account: AdAccount, entity: Entity) =>
  useQuery({ queryKey: keysOf('campaigns')(account.id, 'preview', entity.id), queryFn: () => read(account, entity) })

const nothing: Shown = {
  ...{ speaker: null, speakerPicture: null, texts: [], headlines: [], descriptions: [] },
  ...{ button: null, link: null, picture: null, video: null },
}

async function read(account: AdAccount, entity: Entity): Promise<Shown> {
  if (can(account.platform, 'adReading')) return readPrimary(entity)
  if (can(account.platform, 'searchAds')) return readSearch(account, entity)
  return { ...nothing, picture: entity.thumbnailUrl }
}

type Loose = Record<string, unknown>
const part = (of: unknown, name: string): Loose => {
  const found = typeof of === 'object' && of !== null ? (of as Loose)[name] : null
  return typeof found === 'object' && found !== null ? (found as Loose) : {}
}
const words = (...values: unknown[]): string[] =>
  values.filter((value) => typeof value === 'string' && value !== '') as string[]
const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((each) => words((each as Loose | null)?.text)) : []

async function readPrimary(entity: Entity): Promise<Shown> {
  const { data } = await flightdeck.getAdDebugData({ adIds: [entity.id] })
  const [ad] = data
  if (!ad?.success) throw new Error(ad?.error ?? t('The platform tells nothing of this ad.'))
  const story = part(ad.creative, 'object_story_spec')
  const feed = part(ad.creative, 'asset_feed_spec')
  const main = [part(story, 'link_data'), part(story, 'video_data')].find((each) => Object.keys(each).length > 0) ?? {}
  const action = part(main, 'call_to_action')
  return {
    speaker: ad.pageMetadata?.pageName ?? null,
    speakerPicture: ad.pageMetadata?.profileImageUrl ?? null,
    texts: [...words(main.message), ...textsIn(feed.bodies)],
    headlines: [...words(main.name, main.title), ...textsIn(feed.titles)],
    descriptions: [...words(main.description, main.link_description), ...textsIn(feed.descriptions)],
    button: words(action.type)[0] ?? null,
    link: words(main.link, part(action, 'value').link)[0] ?? null,
    picture: ad.videoThumbnail ?? entity.thumbnailUrl,
    video: ad.videoSource,
  }
}

async function readSearch(account: AdAccount, entity: Entity): Promise<Shown> {
  const asked = { accountId: account.id, adGroupId: entity.adSetId ?? undefined, limit: 200 }
  for await (const ad of flightdeck.all.listSearchAds(asked)) {
    if (ad.id !== entity.id) continue
    const { headlines, descriptions, links } = ad
    return { ...nothing, headlines, descriptions, link: links[0] ?? null }
  }
  return nothing
}
