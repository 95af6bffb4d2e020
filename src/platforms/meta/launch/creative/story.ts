import type { StepResult } from '../../../contract/launch.ts'
import type { OwnAd, OwnItem } from '../fields.ts'
import type { PreparedMedia } from '../../../contract/media.ts'
import type { Params } from '../../client.ts'
import { cardSwitches } from '../enhancements.ts'

/** One of an ad's media as the platform knows it. */
export interface Asset {
  kind: PreparedMedia['kind']
  /** An image's hash or a video's id. */
  id: string
  /** The hash of a video's preview picture. */
  thumbnail: string | undefined
}

export function assetsOf({ media }: OwnItem, results: Record<string, StepResult>): Asset[] {
  return media.map(({ kind }, index) => ({
    kind,
    id: results[`media:${index}`]?.id ?? '',
    thumbnail: results[`thumbnail:${index}`]?.id,
  }))
}

export function identity({ page, secondary }: OwnAd): Params {
  return { page_id: page, instagram_user_id: secondary ?? undefined }
}

/** Where a button is a must (a video's link and a feed's link live in it) and none was asked for, this is it. */
export function buttonOf(ad: OwnAd): string {
  return ad.cta ?? 'LEARN_MORE'
}

/** The button must lead where the ad leads: the platform refuses two different links. */
export function callToAction(type: string | undefined, link: string | undefined): object | undefined {
  return type === undefined ? undefined : { type, value: { link } }
}

/** An ad with one image or one video. */
export function mediaStory(ad: OwnAd, asset: Asset): Params {
  if (asset.kind === 'video') {
    return {
      ...identity(ad),
      video_data: {
        video_id: asset.id,
        image_hash: asset.thumbnail,
        message: ad.description,
        title: ad.title,
        link_description: ad.adDescription,
        call_to_action: callToAction(buttonOf(ad), ad.link),
      },
    }
  }
  return {
    ...identity(ad),
    link_data: {
      link: ad.link,
      message: ad.description,
      name: ad.title,
      description: ad.adDescription,
      image_hash: asset.id,
      call_to_action: callToAction(ad.cta, ad.link),
    },
  }
}

export function carouselStory(ad: OwnAd, assets: Asset[]): Params {
  const link = ad.link ?? ad.media[0]?.carouselLink
  return {
    ...identity(ad),
    link_data: {
      link,
      message: ad.description,
      ...cardSwitches(ad),
      call_to_action: callToAction(ad.cta, link),
      child_attachments: assets.map((asset, index) => card(ad, asset, index)),
    },
  }
}

function card(ad: OwnAd, asset: Asset, index: number): object {
  const { carouselTitle, carouselDescription, carouselLink } = ad.media[index]!
  const link = carouselLink || ad.link
  const isVideo = asset.kind === 'video'
  return {
    link,
    name: carouselTitle,
    description: carouselDescription || undefined,
    video_id: isVideo ? asset.id : undefined,
    image_hash: isVideo ? asset.thumbnail : asset.id,
    call_to_action: callToAction(ad.cta, link),
  }
}
