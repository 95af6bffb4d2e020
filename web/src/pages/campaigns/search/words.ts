import type { MatchType } from '../../../../../client/src/index.ts'
import { t } from '../../../languages/t.ts'

export const matchTitles: Record<MatchType, string> = {
  EXACT: t('Exact: the same search'),
  PHRASE: t('Phrase: searches that contain its meaning'),
  BROAD: t('Broad: searches that are about it'),
}

const shortTitles: Record<string, string> = { EXACT: t('exact'), PHRASE: t('phrase'), BROAD: t('broad') }

/** The platform's word for how close a search is, as people say it. */
export const matchWord = (word: string): string => shortTitles[word] ?? word.toLowerCase().replaceAll('_', ' ')

export interface Word {
  text: string
  matchType: MatchType
}

/** Words as advertisers write them: a line each, [like this] exact, "like this" a phrase, and the others as is said beside them. */
export function wordsIn(text: string, usual: MatchType): Word[] {
  const words = text.split('\n').flatMap((line): Word[] => {
    const said = line.trim()
    if (said === '') return []
    const exact = /^\[(.*)\]$/.exec(said)?.[1]?.trim()
    if (exact) return [{ text: exact, matchType: 'EXACT' }]
    const phrase = /^["“”„](.*)["“”]$/.exec(said)?.[1]?.trim()
    if (phrase) return [{ text: phrase, matchType: 'PHRASE' }]
    return [{ text: said, matchType: usual }]
  })
  return [...new Map(words.map((word) => [`${word.matchType} ${word.text.toLowerCase()}`, word])).values()]
}
