import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictWords } from '../core/guards/forecast/shape.ts'
import { languageRead, languages, wordsIn } from './languages.ts'

/** Stands for whatever a text puts in: a name, a number, facts, or what makes a link of words. */
function standIn(name: string): unknown {
  const own = `⟨${name}⟩`
  return new Proxy(() => own, {
    get: (_target, key) => {
      if (key === Symbol.toPrimitive || key === 'toLocaleString') return () => own
      return standIn(`${name}.${String(key)}`)
    },
    apply: (_target, _self, words: unknown[]) => `${own}${words.join('')}`,
  })
}

/** Every text, by where it stands; of one that puts something in, how it reads with stand-ins. */
function textsIn(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]]
  if (node instanceof Function) {
    const values = Array.from({ length: node.length }, (_each, at) => standIn(String(at)))
    return textsIn((node as (...given: unknown[]) => unknown)(...values), path)
  }
  return Object.entries(node as object).flatMap(([key, each]) => textsIn(each, `${path}/${key}`))
}

const placesIn = (text: string) => [...new Set(text.match(/⟨[^⟩]*⟩/g))].toSorted()

/** The same in every language, or nothing. */
const same = /^(⟨[^⟩]*⟩[:, ]*|, in |Sandbox|ACTIVE|PAUSED|)*$/i

/** What is wrong with a language, beside English. */
function faultsOf(other: unknown): string[] {
  const english = new Map(textsIn(languages.en))
  const texts = new Map(textsIn(other))
  return [
    ...[...english.keys()].filter((path) => !texts.has(path)).map((path) => `${path} is missing`),
    ...[...texts].flatMap(([path, text]) => {
      const said = english.get(path)
      if (said === undefined) return [`${path} is not in English`]
      const faults = placesIn(text).join() === placesIn(said).join() ? [] : [`${path} puts other things in`]
      return text !== said || same.test(said) || path === '/locale' ? faults : [...faults, `${path} is in English`]
    }),
  ]
}

test('every language has every text, in its own words, with everything that is put in', () => {
  assert.ok(textsIn(languages.en).length > 110)
  for (const [language, words] of Object.entries(languages))
    if (language !== 'en') assert.deepEqual(faultsOf(words), [], language)
})

test('what is missing, left in English or forgotten in a text is found', () => {
  const { de } = languages
  const { noLink: _gone, ...approval } = de.approval
  const planted = {
    ...de,
    approval: { ...approval, title: () => 'Freigabe' },
    waiting: { ...de.waiting, title: languages.en.waiting.title },
  }
  assert.deepEqual(faultsOf(planted).toSorted(), [
    '/approval/noLink is missing',
    '/approval/title puts other things in',
    '/waiting/title is in English',
  ])
})

test('closed words of an approval are known', () => {
  for (const { approval } of Object.values(languages))
    for (const word of verdictWords) assert.ok(Object.hasOwn(approval.words, word), word)
})

test('a browser gets the language that it wants most, of those that there are', () => {
  assert.equal(languageRead('de-AT,de;q=0.9,en;q=0.8'), 'de')
  assert.equal(languageRead('en;q=0.8, DE'), 'de')
  assert.equal(languageRead('fr, en;q=0.5, de;q=0.7'), 'de')
  assert.equal(languageRead('de;q=0, fr'), 'en')
  for (const header of [undefined, '', '*', 'constructor', ';;;=,', 'de;q=x', 'x'.repeat(100_000)])
    assert.equal(languageRead(header), 'en')
})

test('who keeps no language, or one that is not known here, reads English', () => {
  for (const kept of [null, undefined, '', 'xx', 'constructor']) assert.equal(wordsIn(kept), languages.en)
  assert.equal(wordsIn('de'), languages.de)
})
