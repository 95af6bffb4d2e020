import type { Page } from 'playwright-core'
import { modal } from './press.ts'

/** What is for programs, and stands before nobody who runs ads. */
const forPrograms: Record<string, RegExp> = {
  'the address of an operation': /\b(?:GET|POST|PUT|PATCH|DELETE) \//,
  'a time of a machine': /\d{4}-\d\d-\d\dT\d\d:\d\d/,
  'raw JSON': /[{[]\s*"[^"\n]*"\s*[:,\]]|\[object Object\]/,
  'the path of a field': /\b(?!v\d)[a-z]\w*\.\d+(?:\.[a-z]\w*)?\b(?!\.)/,
  'a scope': /\bscopes?\b|\b(?:ads|campaigns|reports|keys|people):(?:read|write|admin)\b/,
  'our word of a platform': /\b(?:primary|secondary|undefined|NaN|Invalid Date)\b/,
}

/**
 * All that somebody reads, hears or is shown when pointing, in the dialog that is open or else on the page: texts, names, hints and what
 * stands in empty fields. What is for programs is left out, and what stands in elements that `but` names.
 */
export async function textsOf(page: Page, but = ':not(*)'): Promise<string[]> {
  return page.evaluate<string[]>(`(${everyText})(${JSON.stringify(but)})`)
}

const everyText = `((but) => {
  const root = [...document.querySelectorAll(${JSON.stringify(modal)})].at(-1) ?? document.body
  const isLeftOut = (element) => element.closest('[data-for-programs], script, style, .cm-editor, ' + but) !== null
  const seen = (element) => element.checkVisibility() && !isLeftOut(element)
  const texts = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blocks = new Map()
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode
    if (!data.trim() || !parent || !seen(parent)) continue
    const block = parent.closest('p, li, td, th, dd, dt, h1, h2, h3, button, a, label, pre, option, div') ?? parent
    const { display } = getComputedStyle(parent)
    const isApart = parent === block ? /flex|grid/.test(display) : !display.startsWith('inline')
    blocks.set(block, (blocks.get(block) ?? '') + (isApart ? ' ' : '') + data)
  }
  texts.push(...blocks.values())
  for (const element of root.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (!seen(element)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (element.hasAttribute(name)) texts.push(element.getAttribute(name))
  }
  return texts
})`

/** What the page shows that is for programs, each with the text around it. */
export async function wordsForPrograms(page: Page): Promise<string[]> {
  const texts = await textsOf(page)
  return Object.entries(forPrograms).flatMap(([what, pattern]) =>
    texts.filter((text) => pattern.test(text)).map((text) => `${what}: ${text.trim().slice(0, 160)}`),
  )
}
