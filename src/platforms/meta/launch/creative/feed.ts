import type { OwnAd, OwnItem } from '../fields.ts'
import type { Params } from '../../client.ts'
import { buttonOf, callToAction } from './story.ts'
import type { Asset } from './story.ts'
import { defaultShape, placementsOf, shapeOf } from '../placements.ts'

export const maxTexts = 5

const textAsset = (text: string | undefined) => (text ? [{ text }] : undefined)
const textAssets = (texts: string[]) => (texts.length > 0 ? texts.map((text) => ({ text })) : undefined)

/** Each media item under a label of its own, and a rule for each label that says where it is shown. */
export function placementFeed({ ad, media }: OwnItem, assets: Asset[]): Params {
  const shapes = media.map((each) => shapeOf(each) ?? 'square')
  const rest = defaultShape(shapes)
  const rules = assets.map((asset, index) => {
    const shape = shapes[index]!
    const label = { name: shape }
    const spec = shape === rest ? {} : placementsOf(shape, asset.kind)
    return { spec, label: asset.kind === 'video' ? { video_label: label } : { image_label: label } }
  })
  // The rule for everything else comes last, so that the others are asked first.
  rules.sort((a, b) => Number(Object.keys(a.spec).length === 0) - Number(Object.keys(b.spec).length === 0))
  return {
    optimization_type: 'PLACEMENT',
    ad_formats: [formatOf(assets)],
    ...mediaLists(assets, (_asset, index) => ({ adlabels: [{ name: shapes[index] }] })),
    bodies: textAsset(ad.description),
    titles: textAsset(ad.title),
    descriptions: textAsset(ad.adDescription),
    link_urls: [{ website_url: ad.link }],
    call_to_action_types: [buttonOf(ad)],
    asset_customization_rules: rules.map(({ spec, label }, index) => ({
      customization_spec: spec,
      ...label,
      priority: index + 1,
    })),
  }
}

function formatOf(assets: Asset[]): string {
  const kinds = new Set(assets.map((asset) => asset.kind))
  if (kinds.size > 1) return 'AUTOMATIC_FORMAT'
  return kinds.has('video') ? 'SINGLE_VIDEO' : 'SINGLE_IMAGE'
}

function mediaLists(assets: Asset[], more: (asset: Asset, index: number) => object = () => ({})): Params {
  const numbered = assets.map((asset, index) => ({ asset, extra: more(asset, index) }))
  const images = numbered.filter(({ asset }) => asset.kind === 'image')
  const videos = numbered.filter(({ asset }) => asset.kind === 'video')
  return {
    images: images.length > 0 ? images.map(({ asset, extra }) => ({ hash: asset.id, ...extra })) : undefined,
    videos:
      videos.length > 0
        ? videos.map(({ asset, extra }) => ({ video_id: asset.id, thumbnail_hash: asset.thumbnail, ...extra }))
        : undefined,
  }
}

/** The texts of a flexible ad: its variations, or else the ad's own. */
export interface Texts {
  bodies: string[]
  titles: string[]
  descriptions: string[]
}

export function textsOf(ad: OwnAd): Texts {
  const choose = (variations: string[] | undefined, own: string | undefined) => {
    const given = variationsOf(variations)
    return given.length > 0 ? given : variationsOf(own === undefined ? [] : [own])
  }
  return {
    bodies: choose(ad.bodyVariations, ad.description),
    titles: choose(ad.headlineVariations, ad.title),
    descriptions: choose(undefined, ad.adDescription),
  }
}

/** The platform refuses a text that is there twice, and one that is empty. */
export function variationsOf(variations: string[] | undefined): string[] {
  return [...new Set((variations ?? []).filter((text) => text.trim() !== ''))]
}

function uniqueAssets(assets: Asset[]): Asset[] {
  return [...new Map(assets.map((asset) => [asset.id, asset])).values()]
}

/** Where asset groups are not possible: several texts beside the one media item, or all media and texts in one feed. */
export function optionsFeed(ad: OwnAd, assets: Asset[]): Params | undefined {
  const { bodies, titles, descriptions } = textsOf(ad)
  const texts = {
    bodies: textAssets(bodies),
    titles: textAssets(titles),
    descriptions: textAssets(descriptions),
    optimization_type: 'DEGREES_OF_FREEDOM',
  }
  const media = uniqueAssets(assets)
  if (media.length > 1) {
    return {
      ...texts,
      ...mediaLists(media),
      ad_formats: ['AUTOMATIC_FORMAT'],
      link_urls: [{ website_url: ad.link }],
      call_to_action_types: [buttonOf(ad)],
    }
  }
  return bodies.length + titles.length + descriptions.length > 0 ? texts : undefined
}

/** Where they are possible, the media and texts of a flexible ad belong to the ad itself, not to its creative. */
export function assetGroups(ad: OwnAd, assets: Asset[]): object {
  const { bodies, titles, descriptions } = textsOf(ad)
  const typed = (type: string, texts: string[]) => texts.map((text) => ({ text, text_type: type }))
  const media = uniqueAssets(assets)
  const images = media.filter(({ kind }) => kind === 'image').map(({ id }) => ({ hash: id }))
  const videos = media.filter(({ kind }) => kind === 'video').map(({ id }) => ({ video_id: id }))
  const group = {
    images: images.length > 0 ? images : undefined,
    videos: videos.length > 0 ? videos : undefined,
    texts: [...typed('primary_text', bodies), ...typed('headline', titles), ...typed('description', descriptions)],
    call_to_action: callToAction(buttonOf(ad), ad.link),
  }
  return { groups: [group] }
}
