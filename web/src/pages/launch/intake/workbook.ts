import { t } from '../../../languages/t.ts'

const largestSheetBytes = 64 * 2 ** 20
const refusal = t(
  'is no workbook that can be read (.xlsx, without a password). Save it as "Excel workbook (.xlsx)" or CSV.',
)

/** Why a workbook was not taken; its message ends the sentence that begins with the file. */
export class WorkbookProblem extends Error {}

/** The lines of the first sheet of a workbook. Numbers stay as they are written: an id is more than a number holds. */
export async function linesOfWorkbook(bytes: Uint8Array<ArrayBuffer>, most = largestSheetBytes): Promise<string[][]> {
  const files = { packed: opened(bytes), most }
  const path = await firstSheetPath(files)
  const sheet = path === null ? '' : await textIn(files, path)
  if (sheet === '') throw new WorkbookProblem(refusal)
  const shared = [...(await textIn(files, 'xl/sharedStrings.xml')).matchAll(/<si\b[^>]*?(?:\/>|>([\s\S]*?)<\/si>)/g)]
  const texts = shared.map(([, inner = '']) => textOf(inner))
  return linesIn(sheet, texts)
}

function linesIn(sheet: string, texts: readonly string[]): string[][] {
  const lines: string[][] = []
  for (const [, attributes = '', inner = ''] of sheet.matchAll(/<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const line: string[] = []
    for (const [, of = '', content = ''] of inner.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const place = placeOf(/\br="([A-Z]+)/.exec(of)?.[1]) ?? line.length
      while (line.length < place) line.push('')
      line[place] = valueOf(of, content, texts)
    }
    const number = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? lines.length + 1)
    // Rows that somebody has left empty are not in the file.
    if (number - lines.length < 1000) while (lines.length < number - 1) lines.push([])
    lines.push(line)
  }
  return lines
}

function valueOf(attributes: string, content: string, texts: readonly string[]): string {
  const value = unescaped(/<v\b[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '')
  switch (/\bt="(\w+)"/.exec(attributes)?.[1]) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'inlineStr':
      return textOf(content)
    case 'b':
      return value === '1' ? 'yes' : 'no'
    default:
      return value
  }
}

/** A text may come in pieces, each with a look of its own; how it is pronounced stands beside it and is no part of it. */
function textOf(xml: string): string {
  const pieces = xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([^<]*)<\/t>/g)
  return [...pieces].map(([, text = '']) => unescaped(text)).join('')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, dec?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** A is the first, AA the one after Z; null: it says none. */
function placeOf(letters: string | undefined): number | null {
  if (letters === undefined || letters.length > 3) return null
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

async function firstSheetPath(files: Archive): Promise<string | null> {
  const id = /<sheet\b[^>]*\br:id="([^"]+)"/.exec(await textIn(files, 'xl/workbook.xml'))?.[1]
  const links = (await textIn(files, 'xl/_rels/workbook.xml.rels')).matchAll(/<Relationship\b[^>]*>/g)
  const link = [...links].find(([tag]) => tag.includes(`Id="${id}"`))?.[0]
  const target = link && /Target="([^"]+)"/.exec(link)?.[1]
  if (!target) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

interface Packed {
  bytes: Uint8Array<ArrayBuffer>
  method: number
}

interface Archive {
  packed: Map<string, Packed>
  /** As many bytes one of its files may have. */
  most: number
}

/** The files of an archive, by what is written at its end. */
function opened(bytes: Uint8Array<ArrayBuffer>): Map<string, Packed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Packed>()
  try {
    let end = bytes.length - 22
    while (view.getUint32(end, true) !== 0x06054b50) end -= 1
    let at = view.getUint32(end + 16, true)
    for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
      const [method, size, named] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), at + 46]
      const nameSize = view.getUint16(at + 28, true)
      const local = view.getUint32(at + 42, true)
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const name = new TextDecoder().decode(bytes.subarray(named, named + nameSize))
      files.set(name, { bytes: bytes.subarray(start, start + size), method })
      at = named + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  } catch {
    throw new WorkbookProblem(refusal)
  }
  return files
}

/** One file of the archive. A small one that would become a huge one is not unpacked to its end. */
async function textIn({ packed: files, most }: Archive, path: string): Promise<string> {
  const packed = files.get(path)
  if (!packed) return ''
  const { bytes, method } = packed
  if (method === 0) return new TextDecoder().decode(bytes)
  const decoder = new TextDecoder()
  let text = ''
  try {
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    for (let reader = unpacked.getReader(), size = 0; ;) {
      const { done, value } = await reader.read()
      if (done) return withoutPrefixes(text + decoder.decode())
      size += value.length
      if (size > most) {
        await reader.cancel()
        throw new WorkbookProblem(t('is larger than any sheet of ads. Nothing of it was read.'))
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    throw error instanceof WorkbookProblem ? error : new WorkbookProblem(refusal)
  }
}

/** Some programs write x:row where others write row. */
function withoutPrefixes(xml: string): string {
  return xml.includes('<x:') ? xml.replace(/<(\/?)x:/g, '<$1') : xml
}
