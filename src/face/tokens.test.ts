import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { required } from '../lookup.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const written = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']),
)
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** What a name comes to in a theme, as #rrggbb. */
function colour(name: string, theme: Theme): string {
  const value = required(written.get(name), `colour --${name}`)
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
  const chosen = (theme === 'light' ? light : dark) ?? value
  const [, other] = /^var\(--([\w-]+)\)$/.exec(chosen) ?? []
  return other === undefined ? chosen : colour(other, theme)
}

function linear(hex: string): [red: number, green: number, blue: number] {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const light = (hex: string) => {
    const [red, green, blue] = linear(hex)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const [high, low] = [light(one), light(other)].toSorted((a, b) => b - a) as [number, number]
  return high / low
}

/** OKLab: distances are about as large as people see them. */
function lab(hex: string): [number, number, number] {
  const [red, green, blue] = linear(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}
const distance = (one: string, other: string) => {
  const [here, there] = [lab(one), lab(other)]
  return Math.hypot(...here.map((value, at) => value - required(there[at], 'coordinate')))
}

const surfaces = ['page', 'surface', 'raised', 'floating']
const onAnySurface = ['text', 'muted', 'accent', 'good', 'warn', 'bad']
const pairs = [
  ...onAnySurface.flatMap((text) => surfaces.map((behind) => ({ text, behind }))),
  ...['accent', 'good', 'warn', 'bad'].map((text) => ({ text, behind: `${text}-soft` })),
  ...['accent-strong', 'bad-strong'].map((behind) => ({ text: 'on-accent', behind })),
]
const series = [...written.keys()].filter((name) => name.startsWith('series-'))

for (const theme of themes) {
  test(`what is written can be read on whatever lies behind it (${theme})`, () => {
    const faint = pairs.filter(({ text, behind }) => contrast(colour(text, theme), colour(behind, theme)) < 4.5)
    assert.deepEqual(faint, [])
  })

  test(`what can be filled in, and every line of a chart, is seen on the surface that it lies on (${theme})`, () => {
    const names = ['field', ...series]
    const faint = names.filter((name) => contrast(colour(name, theme), colour('surface', theme)) < 3)
    assert.deepEqual(faint, [])
  })

  test(`no two series look alike, and none is lighter than the others (${theme})`, () => {
    assert.equal(series.length, 8)
    const colours = series.map((name) => colour(name, theme))
    const alike = colours.flatMap((one, at) => colours.slice(at + 1).filter((other) => distance(one, other) < 0.08))
    assert.deepEqual(alike, [])
    const lightness = colours.map((each) => lab(each)[0])
    assert.ok(Math.max(...lightness) - Math.min(...lightness) < 0.05, lightness.join(' '))
  })
}

test('what is drawn names a meaning, never the palette', () => {
  const [meanings = ''] = css.split('Surfaces, from').slice(1)
  const palette = /--(?:gray|blue|green|amber|red)-\d+/
  for (const path of [
    '../../web/src/style.css',
    '../http/docs/page.css',
    '../../sandbox/core/manager/static/style.css',
  ])
    assert.doesNotMatch(readFileSync(new URL(path, import.meta.url), 'utf8'), palette, path)
  assert.match(meanings, palette)
})

test('what loads nothing, as mails do, is drawn in colours of the palette', () => {
  const palette = new Set([...written.values()].filter((value) => value.startsWith('#')))
  const mail = readFileSync(new URL('../core/people/invites/mail/message.ts', import.meta.url), 'utf8')
  const used = [...mail.matchAll(/#[0-9a-f]{6}\b/g)].map(([hex]) => hex)
  assert.ok(used.length > 0)
  assert.deepEqual(
    used.filter((hex) => !palette.has(hex)),
    [],
  )
})
