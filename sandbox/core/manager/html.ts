import { required } from '../required.ts'
/** Text that is HTML already. Everything else is escaped before it gets into a page. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | Part[]

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string))
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part instanceof Html ? part.text : String(part).replace(/[&<>"']/g, (sign) => required(signs[sign], 'sign'))
}

/** A path of the sandbox's own pages, whatever the pieces hold. */
export function pathTo(...pieces: string[]): string {
  return `/${pieces.map(encodeURIComponent).join('/')}`
}
