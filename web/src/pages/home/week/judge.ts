import type { Entity } from '../../../../../client/src/index.ts'

/** An ad that stands out, with the figures that say why. */
export interface Judged {
  ad: Entity
  spend: number
  results: number
  /** What a result costs: its own, null without any, and with what it is compared. */
  cost: number | null
  usual: number
  /** The campaign whose other ads it is compared with; null: all other ads of the currency. */
  among: string | null
  /** How much more, or less, it cost than its results would have elsewhere. */
  lost: number
}

const maxShown = 3
/** Fewer results than this say nothing about what one costs. */
const fewResults = 3
/** How many times the usual is bad, and what part of it is good. */
const apart = 1.5

interface Sum {
  spend: number
  results: number
}

/** The worst and the best ads among those of one currency, by what their results cost beside those of their siblings. */
export function judge(ads: readonly Entity[]): { worst: Judged[]; best: Judged[] } {
  const known = ads.filter(({ figures }) => typeof figures.spend === 'number' && typeof figures.results === 'number')
  const all = sumOf(known)
  const ofCampaign = new Map([...Map.groupBy(known, campaignOf)].map(([key, some]) => [key, sumOf(some)]))
  const judged = known.flatMap((ad) => {
    const own = sumOf([ad])
    const siblings = without(ofCampaign.get(campaignOf(ad)) ?? own, own)
    const isTelling = siblings.results >= fewResults
    const others = isTelling ? siblings : without(all, own)
    if (others.results < fewResults) return []
    const usual = others.spend / others.results
    const cost = own.results > 0 ? own.spend / own.results : null
    const among = isTelling ? ad.campaignName : null
    return [{ ad, ...own, cost, usual, among, lost: own.spend - own.results * usual }]
  })
  const isBad = ({ spend, cost, usual }: Judged) => (cost === null ? spend >= 2 * usual : cost >= apart * usual)
  const isGood = ({ results, cost, usual }: Judged) => results >= fewResults && cost !== null && cost <= usual / apart
  return {
    worst: judged
      .filter((one) => one.ad.state === 'active' && isBad(one))
      .toSorted((a, b) => b.lost - a.lost)
      .slice(0, maxShown),
    best: judged
      .filter(isGood)
      .toSorted((a, b) => a.lost - b.lost)
      .slice(0, maxShown),
  }
}

const campaignOf = ({ platform, campaignId }: Entity) => `${platform} ${campaignId ?? ''}`

function sumOf(ads: readonly Entity[]): Sum {
  const sum = (name: 'spend' | 'results') => ads.reduce((total, { figures }) => total + (figures[name] ?? 0), 0)
  return { spend: sum('spend'), results: sum('results') }
}

function without(all: Sum, own: Sum): Sum {
  return { spend: all.spend - own.spend, results: all.results - own.results }
}
