import { intersect, spansWith } from '../../core/figures/delivery-spans.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import { hashText } from '../../core/figures/random.ts'
import { idOf, keywordOf, sameText, textOf } from '../objects/objects.ts'
import type { Entity, Keyword } from '../objects/objects.ts'
import type { World } from '../world.ts'
import { required } from '../../core/required.ts'

/** What people typed when a keyword let an ad show. */
export interface SearchTerm {
  text: string
  matchType: string
  weight: number
  /** Clicks that never lead to anything. */
  isWasteful: boolean
}

const useful = ['buy %', '% online', '% shop', 'best %', '% sale', 'modern %']
const wasteful = ['free %', '% jobs', '% diy plans', '% repair', 'used %', '% wikipedia', '% second hand', '% drawing']

/** Always the same ones for the same keyword. An exact keyword meets hardly anything but itself. */
export function termsOf(criterion: Entity): SearchTerm[] {
  const keyword = keywordOf(criterion)
  if (!keyword) return []
  const text = sameText(keyword.text)
  const { matchType } = keyword
  const hash = hashText(`terms ${idOf(criterion.name)}`)
  const own = { text, matchType, weight: 5 + (hash % 4), isWasteful: false }
  if (matchType === 'EXACT')
    return [own, { text: `${text}s`, matchType: 'NEAR_EXACT', weight: 1 + (hash % 2), isWasteful: false }]
  const made = (patterns: string[], shift: number) =>
    required(patterns[(hash >>> shift) % patterns.length], 'pattern').replace('%', text)
  return [
    own,
    { text: made(useful, 3), matchType, weight: 3, isWasteful: false },
    { text: made(wasteful, 7), matchType, weight: 2 + (hash % 2), isWasteful: true },
    ...(matchType === 'BROAD' ? [{ text: made(wasteful, 13), matchType, weight: 2, isWasteful: true }] : []),
  ].filter((term, index, all) => all.findIndex((other) => other.text === term.text) === index)
}

/** Whether a negative keyword keeps ads away from what was typed. There are no close variants. */
export function excludes({ text, matchType }: Keyword, term: string): boolean {
  const wanted = sameText(text).split(' ')
  const typed = sameText(term).split(' ')
  if (matchType === 'EXACT') return wanted.join(' ') === typed.join(' ')
  if (matchType === 'PHRASE') return ` ${typed.join(' ')} `.includes(` ${wanted.join(' ')} `)
  return wanted.every((word) => typed.includes(word))
}

/** A negative keyword, from when to when it held. */
export interface Negative extends Span {
  keyword: Keyword
}

const times = ({ history }: Entity) => spansWith(history, 'ENABLED', Infinity)

function negativeOf(criterion: Entity): Negative[] {
  const keyword = keywordOf(criterion)
  const isNegative = criterion.fields['negative'] === true || criterion.fields['sharedSet'] !== undefined
  return keyword && isNegative ? times(criterion).map((span) => ({ keyword, ...span })) : []
}

/** The words of a campaign's lists, while each was in its list and the list was the campaign's. */
function listedNegatives(world: World, campaign: string): Negative[] {
  return world.campaignSharedSets.lookup('campaign', campaign).flatMap((link) =>
    world.sharedCriteria
      .lookup('sharedSet', textOf(link.fields['sharedSet']))
      .flatMap(negativeOf)
      .flatMap(({ keyword, ...span }) => intersect([span], times(link)).map((both) => ({ keyword, ...both }))),
  )
}

/** Everything that keeps searches from an ad group: its own negatives, its campaign's, and those of the campaign's lists. */
export function negativesOf(world: World, adGroup: Entity): Negative[] {
  const campaign = textOf(adGroup.fields['campaign'])
  return [
    ...world.adGroupCriteria.lookup('adGroup', adGroup.name).flatMap(negativeOf),
    ...world.campaignCriteria.lookup('campaign', campaign).flatMap(negativeOf),
    ...listedNegatives(world, campaign),
  ]
}

/** ADDED: it is a keyword here; EXCLUDED: a negative keyword in force keeps it away. */
export function targetingStatus(world: World, adGroup: Entity, term: string): string {
  const isAdded = world.adGroupCriteria
    .lookup('adGroup', adGroup.name)
    .some((criterion) => isKeywordOf(criterion) && sameText(required(keywordOf(criterion), 'keyword').text) === term)
  const isExcluded = negativesOf(world, adGroup).some(({ keyword, to }) => to === Infinity && excludes(keyword, term))
  if (isAdded) return isExcluded ? 'ADDED_EXCLUDED' : 'ADDED'
  return isExcluded ? 'EXCLUDED' : 'NONE'
}

/** A keyword that ads show for, paused ones included. */
function isKeywordOf(criterion: Entity): boolean {
  const { fields } = criterion
  return keywordOf(criterion) !== undefined && fields['negative'] !== true && fields['status'] !== 'REMOVED'
}
