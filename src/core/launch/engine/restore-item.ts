import { invalidFormat } from '../../../files/media-error.ts'
import { required } from '../../../lookup.ts'
import type { LaunchItem, LaunchVerbs } from '../../../platforms/contract/launch.ts'
import { usualKinds } from '../../../platforms/contract/media.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { BrokenItem, MediaFailure, withPlace } from './item-errors.ts'
import type { MediaSlot } from './item-errors.ts'
import type { MediaRules } from './lane.ts'
import type { ItemRow } from '../../journal/item-entry.ts'

export type UnsurveyedItem = Omit<LaunchItem, 'facts'>
type ItemMedia = Pick<LaunchItem, 'media' | 'thumbnails'>

/** Where files come from, and what the platform says of them. */
interface Sources {
  media: Pick<MediaCache, 'get'>
  driver: MediaRules
}

type GetFile = (url: string) => Promise<PreparedMedia>

/** The ad's files, in its order, held against what it says of them. */
export async function prepareFiles(driver: MediaRules, ad: LaunchItem['ad'], get: GetFile): Promise<ItemMedia> {
  const { mediaKinds = usualKinds } = driver
  if (driver.showsExisting?.(ad)) return { media: [], thumbnails: [] }
  const fetched = await Promise.all(
    ad.media.map(async ({ url, type, thumbnail }, index) => {
      const media = await fetchFor(get, { index, field: 'url' }, required(url, 'url'))
      if (!mediaKinds.includes(media.kind))
        throw new MediaFailure({ index, field: 'url' }, invalidFormat(media.contentType, 'unsupported_format'))
      if (type && type !== media.kind)
        throw new BrokenItem([
          { path: `media.${index}.type`, message: `says ${type}, but the file is a ${media.kind}` },
        ])
      const hasThumbnail = thumbnail && media.kind === 'video'
      const shown = hasThumbnail ? await fetchFor(get, { index, field: 'thumbnail' }, thumbnail) : null
      return { media, thumbnail: shown }
    }),
  )
  return { media: fetched.map((each) => each.media), thumbnails: fetched.map((each) => each.thumbnail) }
}

async function fetchFor(get: GetFile, place: MediaSlot, url: string): Promise<PreparedMedia> {
  try {
    const media = await get(url)
    if (place.field === 'thumbnail' && media.kind !== 'image')
      throw new BrokenItem([{ path: `media.${place.index}.thumbnail`, message: 'must be a picture' }])
    return media
  } catch (error) {
    throw withPlace(place, error)
  }
}

function toLaunchItem(row: ItemRow, accountId: string, media: ItemMedia): UnsurveyedItem {
  const adToken = `${row.batch_slug}-${row.ad_index}`
  return {
    accountId,
    adSetId: row.ad_set_id,
    ad: row.ad,
    ...media,
    adToken,
    itemToken: `${adToken}-${row.ad_set_id}`,
    batchLabel: `flightdeck ${row.batch_slug}`,
    mayExist: (row.look_since ?? null) !== null,
  }
}

/** The item as its driver sees it, its media fetched (or remembered). */
export async function prepareItem(sources: Sources, row: ItemRow, accountId: string): Promise<UnsurveyedItem> {
  const { media, driver } = sources
  const get: GetFile = (url) => media.get({ batchId: row.batch_id, companyId: row.company_id }, url)
  return toLaunchItem(row, accountId, await prepareFiles(driver, row.ad, get))
}

/** An item that was worked off before, as it was then. */
export async function restoreItem(
  sources: Sources,
  verbs: LaunchVerbs,
  row: ItemRow & { account_id: string },
): Promise<LaunchItem> {
  const item = await prepareItem(sources, row, row.account_id)
  return { ...item, facts: verbs.survey ? (row.facts ?? {}) : {} }
}
