import { styleText } from 'node:util'
import { isColourful } from '../world.ts'
import type { Output, World } from '../world.ts'

type Style = Parameters<typeof styleText>[0]

/** Text in a style where the output shows one. */
export function styled(world: World, output: Output, style: Style, text: string): string {
  return isColourful(world, output) ? styleText(style, text, { validateStream: false }) : text
}

/** Names come from platforms: what steers a terminal is no part of a name. */
export function clean(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

/** How many places of a terminal a text takes. */
export function widthOf(text: string): number {
  // Almost all of it is plain.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** What of a text fits in so many places, with a sign where something is missing. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of segments.segment(text)) {
    used += wide.test(segment) ? 2 : 1
    if (used > width) break
    kept += segment
  }
  return `${kept}…`
}
