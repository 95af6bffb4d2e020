import type { Issue } from '../../../errors.ts'
import type { AccountRef } from '../../contract/manage.ts'
import { checkAmount } from '../manage/money.ts'

const maxLetters = 80
const maxWords = 10

/** What the platform takes in no keyword. */
const forbidden = /[!@%^()={};~`<>?\\|,*"[\]\p{Cc}\p{Extended_Pictographic}]/u

/** What is wrong with the texts and bids themselves, before any call. */
export function checkKeywords({ currency }: AccountRef, keywords: { text: string; bid?: number }[]): Issue[] {
  return keywords.flatMap(({ text, bid }, index) => [
    ...checkText(text).map((message) => ({ path: `${index}.text`, message })),
    ...checkAmount({ currency }, `${index}.bid`, bid),
  ])
}

function checkText(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const [, strange] = new RegExp(`(${forbidden.source})`, 'u').exec(text) ?? []
  return [
    ...(text.trim() === '' ? ['must not be empty'] : []),
    ...([...text].length > maxLetters ? [`has more than ${maxLetters} characters`] : []),
    ...(words.length > maxWords ? [`has more than ${maxWords} words`] : []),
    ...(strange === undefined ? [] : [`has a character that keywords cannot have: ${JSON.stringify(strange)}`]),
    ...(/(^|\s)\+\S/.test(text) ? ['has a plus before a word: write the word alone, and choose a match type'] : []),
  ]
}

/** Capital letters and the number of spaces make no difference. */
export function sameText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
