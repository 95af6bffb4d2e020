import type { Page } from 'playwright-core'
import { catalogueOf } from '../catalogue.ts'
import type { Translation } from '../../../../web/src/languages/catalogue.ts'
import { textsSaid } from '../texts.ts'
import { textsOf } from './words.ts'

/** Words that no German sentence has, and nearly every English one. */
const english = new Set(
  (
    'the and of is are were be been has have had with without this that these those there which who whose what when where why how ' +
    'for from not nor but by at on into your you we our it its they their them can cannot could would should may might must does do did ' +
    'nothing nobody something somebody anything every each only until before after again because while here if or as than then'
  ).split(' '),
)

const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}[\p{L}’'-]*/gu) ?? []

const formsOf = (translation: Translation) =>
  typeof translation === 'string' ? [translation] : Object.values(translation)

const plain = (text: string) =>
  text
    .replace(/##.*/s, '')
    .replaceAll(/<\/?\w+>/g, '')
    .trim()

/** A text of ours with anything in its places. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.+')}$`, 's')
}

const ours = englishOfOurs()

/** The texts of the dashboard that are another in German, and could not stand on a German page by chance. */
async function englishOfOurs(): Promise<{ exact: Set<string>; patterns: RegExp[] }> {
  const { texts, words } = await catalogueOf('de')
  const german = new Set(Object.values(texts).flatMap(formsOf).concat(Object.values(words)).flatMap(wordsIn))
  const isTold = (text: string) => wordsIn(text.replaceAll(/\{\w+\}/g, ' ')).some((word) => !german.has(word))
  const said = textsSaid().flatMap(({ text, one }) => [text, one].filter((each) => typeof each === 'string'))
  const all = [...new Set([...said, ...Object.keys(words)].map(plain))].filter(isTold)
  return {
    exact: new Set(all.filter((text) => !text.includes('{'))),
    patterns: all.filter((text) => text.includes('{')).map(patternOf),
  }
}

/** What people call things, and write in ads and comments, by the page that was told of it. */
const theirs = new WeakMap<Page, Set<string>>()
const written = /^\/v1\/(?:research|comments|library|ad-copy-templates|primary\/posts)/
/** Of things, and what people searched for. */
const named = /(?:name|^term)$/i
/** The service's own, in English. */
const ofService = /^\/v1\/automations\/templates/

/** Keeps in mind what the page is told of that people wrote, in whatever language they did. */
export function heedNames(page: Page): void {
  const all = new Set<string>()
  theirs.set(page, all)
  const keep = (value: unknown, field: string, everything: boolean): void => {
    if (typeof value === 'string' && (everything || named.test(field))) all.add(tidy(value))
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value)) keep(each, Array.isArray(value) ? field : name, everything)
  }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/v1/') || ofService.test(pathname)) return
    response
      .json()
      .then((reply: unknown) => keep(reply, '', written.test(pathname)))
      .catch(() => undefined)
  })
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** English on a German page, outside of what says that it is in English: our own texts, and sentences of the service. */
export async function englishLeft(page: Page): Promise<string[]> {
  const { exact, patterns } = await ours
  const texts = await textsOf(page, '[lang=en]')
  const all = theirs.get(page) ?? new Set()
  const names = [...all].filter((name) => name.includes(' ')).toSorted((one, other) => other.length - one.length)
  const without = (text: string) => names.reduce((left, name) => left.replaceAll(name, '…'), tidy(text))
  return [...new Set(texts.map(without))].flatMap((text) => {
    if (all.has(text)) return []
    if (exact.has(text) || patterns.some((pattern) => pattern.test(text)))
      return [`a text of ours: ${text.slice(0, 160)}`]
    const hits = new Set(wordsIn(text).filter((word) => english.has(word)))
    return hits.size > 1 ? [`English: ${text.slice(0, 160)}`] : []
  })
}
