import { didYouMean, listed, plain } from './words.ts'
import type { LaunchField } from './launch-fields.gen.ts'

/** A cell that says nothing that can be used; its message ends the sentence that begins with the title. */
export class CellProblem extends Error {}

const yes = ['yes', 'y', 'true', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí', 'sim']
const no = ['no', 'n', 'false', '0', 'off', 'nein', 'non', 'não']

/** What a cell means for its field. */
export function readValue(text: string, { kind, words, name }: LaunchField): unknown {
  if (words) return kind === 'named' ? readNamed(text, words) : readWord(text, words)
  switch (kind) {
    case 'flag':
      return readFlag(text)
    case 'number':
      return readAmount(text)
    case 'list':
      return name === 'adSets' ? splitIds(text).map(readId) : splitList(text)
    case 'id':
      // The page speaks alone: a cell that is merely empty leaves it to the account's defaults.
      return name === 'secondary' && text.toLowerCase() === 'none' ? null : readId(text)
    case 'text':
    case 'named':
      return text
  }
}

/** `a | b`; a bar that is part of the text is written \|. */
export function splitList(text: string): string[] {
  return text
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll('\\|', '|').trim())
    .filter((part) => part !== '')
}

/**
 * Ids of several things, separated by bars, commas or new lines. Names have bars and commas in them: what is not all ids is one name.
 * Of a comma that spreadsheets put into a number, the number comes first.
 */
export function splitIds(text: string): string[] {
  const whole = text.trim()
  if (whole === '') return []
  for (const between of [/$^/, /[|\n]/, /[|,\n]/]) {
    const parts = whole
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 0 && parts.every(isId)) return parts
  }
  return [whole.replaceAll('\\|', '|')]
}

const rounded = /^\d+([.,]\d+)?e\+?\d+$/i
/** Ads Manager puts a letter before each id of its exports, so that spreadsheets leave the number alone. */
const marked = /^(?:cg|c|a|o|x|v|tp):(\d+)$/
const idForms = [marked, /^\d+$/, /^\d+[.,]0+$/, rounded, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, /^urn:\S+$/]

/** Numbers, also as spreadsheets spoil them, and what platforms have instead of numbers. */
export function isId(text: string): boolean {
  return idForms.some((form) => form.test(text))
}

/** As a cell has it: a word, or the names that are true. */
export function namedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : ''
  const named = Object.entries(value).flatMap(([name, isOn]) => (isOn === true ? [name] : []))
  return named.length > 0 ? named.join(' | ') : 'off'
}

/** One of the words, or names with bars between them: those are on. */
function readNamed(text: string, words: readonly string[]): unknown {
  const found = words.find((word) => word.toLowerCase() === text.toLowerCase())
  return found ?? Object.fromEntries(splitList(text).map((name) => [name, true]))
}

/** "Shop now" is SHOP_NOW. */
function readWord(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text
  const found = words.find((word) => plain(word) === plain(text))
  if (found !== undefined) return found
  throw new CellProblem(`must be one of ${listed(words)}, and is "${text}".${didYouMean(text, words)}`)
}

export function readFlag(text: string): boolean {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  if (no.includes(word)) return false
  throw new CellProblem(`must be yes or no, and is "${text}".`)
}

/** Spreadsheets round long numbers: what is left of such an id is the id of something else. */
function readId(text: string): string {
  if (rounded.test(text)) {
    throw new CellProblem(
      `is "${text}": a spreadsheet has rounded the id. Format the column as text and enter the id again.`,
    )
  }
  const whole = /^(\d+)[.,]0+$/.exec(text)
  return whole?.[1] ?? marked.exec(text)?.[1] ?? text
}

/** 12.50, 12,50, 1.234,50 and 1,234.50; what could be read both ways is refused. */
export function readAmount(text: string): number {
  const digits = text.replace(/[\s'’_]/g, '')
  const [, sign = '', whole = '', mark, part = ''] = /^([+-]?)(\d[\d.,]*?)(?:([.,])(\d+))?$/.exec(digits) ?? []
  if (whole === '') throw new CellProblem(`must be a number, and is "${text}".`)
  const others = [...new Set(whole.match(/[.,]/g) ?? [])]
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole) && others.length === 1
  if (others.length > 0 && !isGrouped) throw new CellProblem(`must be a number, and is "${text}".`)
  if (mark === undefined || others.length === 0) {
    if (mark !== undefined && part.length === 3 && whole.length <= 3 && whole !== '0') {
      throw new CellProblem(
        `is "${text}", which can be read in two ways. Write ${whole}${part} or ${whole}.${part.slice(0, 2)}.`,
      )
    }
    return Number(`${sign}${whole}${mark ? `.${part}` : ''}`)
  }
  const groups = whole.replace(/[.,]/g, '')
  if (others[0] === mark) {
    if (part.length !== 3) throw new CellProblem(`must be a number, and is "${text}".`)
    return Number(`${sign}${groups}${part}`)
  }
  return Number(`${sign}${groups}.${part}`)
}
