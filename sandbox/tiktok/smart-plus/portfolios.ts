import { hashText } from '../../core/figures/random.ts'
import { advertiserOf, oneOf, optionalList, requiredText, stamp, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, missing } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Portfolio } from '../objects/objects.ts'

const recommended = {
  LANDING_PAGE: ['Learn more', 'Shop now', 'Sign up', 'Contact us', 'Apply now', 'Book now', 'Order now', 'Watch now'],
  APP_DOWNLOAD: ['Download now', 'Install now', 'Learn more', 'Play game', 'Shop now'],
}

/** Each button has ids of its own in each account. */
function idsOf(advertiser: string, word: string): string[] {
  return [1, 2].map((n) => String(200_000 + (hashText(`${advertiser} ${word} ${n}`) % 90_000)))
}

export function recommendButtons(call: Call): object {
  const { id } = advertiserOf(call)
  oneOf(call.params, 'asset_type', ['CTA_AUTO_OPTIMIZED'], '')
  const content = oneOf(call.params, 'content_type', Object.keys(recommended), '') as keyof typeof recommended
  const recommend_assets = recommended[content].map((word) => ({ asset_content: word, asset_ids: idsOf(id, word) }))
  return { recommend_assets }
}

export function createPortfolio(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const { world, params } = call
  oneOf(params, 'creative_portfolio_type', ['CTA'], 'CTA')
  const content = params['portfolio_content']
  if (!Array.isArray(content) || content.length === 0) throw missing('portfolio_content')
  const words = (content as Record<string, unknown>[]).map((entry) => {
    const word = requiredText(entry, 'asset_content')
    const ids = optionalList(entry, 'asset_ids', 50) ?? []
    if (ids.length === 0) throw missing('portfolio_content.asset_ids')
    if (ids.some((each) => !idsOf(advertiser, word).includes(textOf(each))))
      throw invalid('portfolio_content.asset_ids: Not recommended for this advertiser.')
    return word
  })
  const now = world.now()
  const id = world.newId()
  world.portfolios.put(id, { id, advertiser, words, created: now, updated: now })
  return { creative_portfolio_id: id }
}

export function getPortfolios(call: Call): object {
  const { id } = advertiserOf(call)
  const rows = [...call.world.portfolios.values()].filter(({ advertiser }) => advertiser === id)
  const { list, page_info } = pageOf(
    call,
    rows.map((portfolio) => renderPortfolio(id, portfolio)),
    { max: 100 },
  )
  return { creative_portfolios: list, page_info }
}

function renderPortfolio(advertiser: string, { id, words, created }: Portfolio): object {
  return {
    creative_portfolio_id: id,
    creative_portfolio_type: 'CTA',
    creative_portfolio_preview_url: null,
    portfolio_content: words.map((word) => ({ asset_content: word, asset_ids: idsOf(advertiser, word) })),
    create_time: stamp(created),
  }
}
