import type { Issue } from '../../../errors.ts'
import type { Found, PlatformFacts, SentIntent, Step, StepContext, StepResult } from '../../contract/launch.ts'
import { wordFor, wordsOn } from '../../kit/enhancements.ts'
import { given } from '../../kit/receipt.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import type { Api, CallOptions, Params } from '../client.ts'
import { formatOf } from '../content/posts.ts'
import type { AdGroup } from '../wire.ts'
import { isSpark, textsOf } from './check-ad.ts'
import { contentsOf, disclosureWord, speaker } from './creative.ts'
import type { Content } from './creative.ts'
import { callsToAction } from './cta.ts'
import { autoAdd, enhancements, listedFor } from './enhancements.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import { callOptions } from './media-steps.ts'
import { ButtonsWire, CreatedPortfolioWire, CreatedSmartAdWire } from './wire.ts'

type Results = Record<string, StepResult>
type Button = { word: string; ids: string[] }

/** The survey found the item's ad set to be run by the automation. */
export function isSmart({ facts }: Pick<OwnItem, 'facts'>): boolean {
  return facts.automation === 'smart'
}

/** Beside apps, whatever is promoted has a page to land on. */
export function promotesApp({ promotion_type: type }: AdGroup): boolean {
  return type.startsWith('APP')
}

/** The buttons that the platform offers here, in its own words and the ids that they have in this account. */
export async function readButtons(
  api: Api,
  accountId: string,
  contentType: string,
  options: CallOptions,
): Promise<Button[]> {
  const params = { advertiser_id: accountId, asset_type: 'CTA_AUTO_OPTIMIZED', content_type: contentType }
  const { recommend_assets: assets } = await api.get(ButtonsWire, 'creative/cta/recommend', params, options)
  return assets.map(({ asset_content: word, asset_ids: ids }) => ({ word, ids }))
}

/** "Learn more" is LEARN_MORE in ads. */
function buttonOf({ word }: Button): string {
  return word.trim().toUpperCase().replaceAll(/\s+/g, '_')
}

export function buttonFacts({ cta }: OwnAd, offered: Button[]): { facts: PlatformFacts; issues: Issue[] } {
  const wanted = callsToAction.buttonFor(cta)
  const found = offered.find((button) => buttonOf(button) === wanted)
  if (found) return { facts: { button: found.word, buttonIds: found.ids.join(',') }, issues: [] }
  const words = offered.map(buttonOf).join(', ')
  return { facts: {}, issues: [{ path: 'cta', message: `is not offered in Smart+ ads of this account; use ${words}` }] }
}

/** One for each button of an account: ads name the portfolio that it stands in. */
export function portfolioStep(api: Api, item: OwnItem): Step[] {
  const { button, buttonIds } = item.facts
  if (button === undefined || buttonIds === undefined) return []
  const body = {
    advertiser_id: item.accountId,
    creative_portfolio_type: 'CTA',
    portfolio_content: [{ asset_content: button, asset_ids: buttonIds.split(',') }],
  }
  return [
    {
      kind: 'creative',
      name: 'button',
      key: `button:${button}`,
      asks: body,
      async send(context) {
        const options = callOptions(item, context)
        const { creative_portfolio_id: id } = await api.post(
          CreatedPortfolioWire,
          'creative/portfolio/create',
          body,
          options,
        )
        return { id }
      },
      readBack: { kind: 'repeatable', because: 'a second portfolio only lies beside the first' },
    },
  ]
}

type Find = (context: StepContext, intent: SentIntent) => Promise<Found>

/** One ad, whatever number of creatives it has. */
export function smartAdStep(api: Api, item: OwnItem, asks: unknown, find: Find): Step {
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    asks,
    async send(context) {
      const body = smartAdParams(item, context.results)
      const options = callOptions(item, context)
      return { id: (await api.post(CreatedSmartAdWire, 'smart_plus/ad/create', body, options)).smart_plus_ad_id }
    },
    readBack: { kind: 'find', find },
  }
}

export function smartAdParams(item: OwnItem, results: Results): Params {
  const { ad, accountId, adSetId, facts } = item
  const speaks = given(speaker(item, results))
  const isCustom = facts.identityType === 'CUSTOMIZED_USER'
  const configuration = given({
    ...(isCustom ? speaks : { dark_post_status: isSpark(ad) ? undefined : 'ON' }),
    call_to_action_id: results.button?.id,
    creative_auto_enhancement_strategy_list: wordsOn(listedFor(item.media, true), ad.enhancements),
    // Elsewhere the platform has no such switch.
    creative_auto_add_toggle: facts.promotes === 'app' ? undefined : wordFor(enhancements, autoAdd, ad.enhancements),
  })
  return {
    advertiser_id: accountId,
    adgroup_id: adSetId,
    ad_name: ad.adName,
    operation_status: ad.launchPaused ? 'DISABLE' : 'ENABLE',
    creative_list: contentsOf(item, results).map((content, index) => ({
      creative_info: given({
        ...(isCustom ? {} : speaks),
        ...shownBy(item, results, content),
        ...(content.videoId ? { image_info: [{ web_uri: results[`cover:${index}`]?.id }] } : {}),
      }),
    })),
    ...(isSpark(ad) ? {} : { ad_text_list: textsOf(ad).map((text) => ({ ad_text: text })) }),
    landing_page_url_list: [{ landing_page_url: taggedLink(ad) }],
    ...(results.button ? {} : { call_to_action_list: [{ call_to_action: callsToAction.buttonFor(ad.cta) }] }),
    ad_configuration: configuration,
  }
}

function shownBy({ ad, facts }: OwnItem, { post }: Results, { postId, videoId, imageIds }: Content): Params {
  if (isSpark(ad)) {
    const format = formatOf(facts.postType ?? post?.itemType)
    const music = format === 'CAROUSEL_ADS' && facts.musicId ? { music_info: { music_id: facts.musicId } } : {}
    return { ad_format: format, tiktok_item_id: postId, ...music }
  }
  const isCustom = facts.identityType === 'CUSTOMIZED_USER'
  const said = isCustom ? { aigc_disclosure_type: disclosureWord(ad.aiDisclosure) } : {}
  if (videoId) return { ad_format: 'SINGLE_VIDEO', video_info: { video_id: videoId }, ...said }
  const music = { music_info: { music_id: facts.musicId } }
  return { ad_format: 'CAROUSEL_ADS', image_info: imageIds.map((id) => ({ web_uri: id })), ...music, ...said }
}
