import { required } from '../../../lookup.ts'

/** One tag of a page, with the text up to its end where nothing but text can be in it. */
export interface Tag {
  name: string
  attributes: Record<string, string>
  text: string
}

/** How much of a page is looked at. */
const max = { tags: 100_000, attributes: 40, attributeLength: 4_096, textLength: 300_000, ms: 2_000 }
const looksAtClockEvery = 500

const textOnly = new Set(['script', 'style', 'title', 'textarea'])
const tagName = /[a-zA-Z][^\s/>]{0,40}/y
/** Each character is looked at a bounded number of times, whatever stands there. */
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y

/**
 * Goes through the opening tags of a page in one pass, without making a tree of it: pages come from anybody, so the time grows with their length
 * alone, and nothing nests. Answers whether all of it was looked at.
 */
export function readTags(html: string, visit: (tag: Tag) => void): boolean {
  const until = performance.now() + max.ms
  let at = 0
  for (let count = 1; count <= max.tags; count++) {
    if (count % looksAtClockEvery === 0 && performance.now() > until) return false
    at = nextTag(html, at)
    if (at === -1) return true
    const { tag, end } = readTag(html, at)
    at = end
    if (textOnly.has(tag.name)) {
      const close = endOfText(html, at, tag.name)
      tag.text = html.slice(at, Math.min(close, at + max.textLength))
      at = close
    }
    visit(tag)
  }
  return false
}

/** Where the next opening tag begins; -1: there is none. Comments, closing tags and declarations are passed over. */
function nextTag(html: string, from: number): number {
  let at = from
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return -1
    const next = html[at + 1] ?? ''
    if (/[a-zA-Z]/.test(next)) return at
    if (next !== '!' && next !== '/' && next !== '?') {
      at += 1
      continue
    }
    const isComment = html.startsWith('<!--', at)
    const end = html.indexOf(isComment ? '-->' : '>', at + 2)
    if (end === -1) return -1
    at = end + 1
  }
}

function readTag(html: string, at: number): { tag: Tag; end: number } {
  tagName.lastIndex = at + 1
  const name = required(tagName.exec(html), 'name of the tag')[0]
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>
  let end = tagName.lastIndex
  for (let count = 0; ;) {
    attribute.lastIndex = end
    const found = attribute.exec(html)
    if (!found) {
      const close = html.slice(end, end + 1)
      if (close === '>' || close === '') return { tag: tagOf(name, attributes), end: end + 1 }
      end += 1
      continue
    }
    end = attribute.lastIndex
    const [, key = '', double, single, bare] = found
    if (++count > max.attributes) continue
    attributes[key.toLowerCase()] ??= decode(cut(double ?? single ?? bare ?? '', max.attributeLength))
  }
}

function tagOf(name: string, attributes: Record<string, string>): Tag {
  return { name: name.toLowerCase(), attributes, text: '' }
}

function endOfText(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}

/** The beginning of a text, without half a character at its end. */
export function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Characters that are written by number or by one of the usual names. */
export function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (found, ...groups) => {
    const [decimal, hexadecimal, name] = groups as (string | undefined)[]
    if (name !== undefined) return named[name] ?? found
    return characterOf(
      decimal === undefined ? parseInt(required(hexadecimal, 'code of the character'), 16) : Number(decimal),
    )
  })
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
