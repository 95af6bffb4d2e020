import { z } from 'zod'
import type { ReceiptComparison, StepResult } from '../../contract/launch.ts'
import { given, storedOf } from '../../kit/receipt.ts'
import type { Api } from '../client.ts'
import { usedTexts } from './check-ad.ts'
import { creativeParams } from './creative.ts'
import { callsToAction } from './cta.ts'
import type { OwnItem } from './fields.ts'
import { isSmart, smartAdParams } from './smart-ad.ts'
import { enhancements, placedStrategies } from './enhancements.ts'

const AnyAd = z.record(z.string(), z.unknown())
type AnyAd = z.output<typeof AnyAd>

/** The ad as it was sent, against what the platform says it is; deleted ads can be read as well. */
export function receiptOf(api: Api, item: OwnItem, results: Record<string, StepResult>): ReceiptComparison {
  const { accountId, adSetId } = item
  const texts = usedTexts(item.ad).filter((field) => field !== 'bodyVariations')
  const places = { cta: 'call_to_action', ...Object.fromEntries(texts.map((field) => [field, 'ad_text'])) }
  const read = async (path: string, ids: string, adId: string): Promise<AnyAd> => {
    const filtering = { [ids]: [adId], primary_status: 'STATUS_ALL' }
    const [ad] = await api.list(AnyAd, path, { advertiser_id: accountId, filtering }, { accountId, limit: 1 })
    return ad ?? {}
  }
  if (isSmart(item)) {
    const button = { id: results.button?.id, word: callsToAction.buttonFor(item.ad.cta) }
    const asked = given(flatAd(smartAdParams(item, results), button))
    return {
      asked,
      places,
      read: async (adId) => storedOf(flatAd(await read('smart_plus/ad/get', 'smart_plus_ad_ids', adId), button), asked),
    }
  }
  const asked = { adgroup_id: adSetId, ...given(creativeParams(item, results)) }
  return {
    asked,
    places,
    read: async (adId) =>
      storedOf(await read('ad/get', 'ad_ids', adId), { ...asked, [enhancements.music_refresh.place]: true }),
  }
}

const FlatWire = z.looseObject({
  creative_list: z.array(z.object({ creative_info: AnyAd })).nullish(),
  ad_text_list: z.array(AnyAd).nullish(),
  landing_page_url_list: z.array(AnyAd).nullish(),
  call_to_action_list: z.array(AnyAd).nullish(),
  ad_configuration: AnyAd.nullish(),
})

/** A Smart+ ad, its lists opened: of several creatives and texts they stay lists. Its button stands in a portfolio, which only its id is told of. */
function flatAd(ad: AnyAd, button: { id: string | undefined; word: string | undefined }): AnyAd {
  const { creative_list, ad_text_list, landing_page_url_list, call_to_action_list, ad_configuration, ...rest } =
    FlatWire.parse(ad)
  const { call_to_action_id: portfolio, ...configuration } = ad_configuration ?? {}
  const isPortfolio = portfolio !== undefined && portfolio !== null
  return {
    ...{ adgroup_id: rest.adgroup_id, ad_name: rest.ad_name, operation_status: rest.operation_status },
    ...(several(creative_list)
      ? { creatives: creative_list?.map((each) => each.creative_info) }
      : creative_list?.[0]?.creative_info),
    ...(several(ad_text_list) ? { ad_text: ad_text_list?.map((each) => each['ad_text']) } : ad_text_list?.[0]),
    ...landing_page_url_list?.[0],
    ...call_to_action_list?.[0],
    ...(isPortfolio ? { call_to_action: portfolio === button.id ? button.word : null } : {}),
    ...configuration,
    ...placedStrategies(configuration[enhancements.music_refresh.place]),
  }
}

function several(list: readonly unknown[] | null | undefined): boolean {
  return (list ?? []).length > 1
}
