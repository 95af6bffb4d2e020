import type { Shape } from './shapes.ts'

/** A form with a small picture in it, and something in one place of it that grows. */
export function formWith(at: string, shape: Shape | undefined, room: number): { bytes: Buffer; type: string } {
  const count = shape?.count ?? 1
  const fill = (place: string, usual: string) => {
    if (at !== `form.${place}`) return usual
    const letter = decoded(shape?.letter ?? 'x')
    return letter.repeat(Math.max(1, Math.min(count, Math.floor(room / Buffer.byteLength(letter)))))
  }
  const boundary = at === 'form.boundary' ? '-'.repeat(Math.min(70, count)) : 'fuzz'
  const head = (name: string, file: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n`
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
  const max = (each: string, place: string) =>
    at === `form.${place}` ? each.repeat(Math.min(count, Math.floor(room / each.length))) : ''
  const file = `${head(fill('name', 'file'), fill('filename', 'a.gif'))}${max('X-A: b\r\n', 'head')}\r\n`
  // Nearly the boundary, again and again: whoever looks for it looks longest there.
  const content = at === 'form.boundary' ? `\r\n--${boundary.slice(1)}`.repeat(Math.min(10_000, count)) : 'GIF89a'
  const text = `${fill('before', '')}${max(part('f'), 'parts')}${file}${fill('content', content)}\r\n--${boundary}--\r\n`
  return { bytes: Buffer.from(text), type: `multipart/form-data; boundary=${boundary}` }
}

/** A letter as it stands in JSON, as it is. */
export function decoded(letter: string): string {
  try {
    return JSON.parse(`"${letter}"`) as string
  } catch {
    return letter
  }
}
