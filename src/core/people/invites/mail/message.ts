import { languageOf, wordsIn } from '../../../../languages/languages.ts'

/** What a mail says, before it is made text and HTML. */
export interface MailWords {
  /** Of whoever gets it; left out: written by a version that knew one alone. */
  language?: string | null
  subject: string
  paragraphs: string[]
  /** Where its button leads. */
  link?: { text: string; address: string }
  /** Why they get it, and what to do if they should not have. */
  footer: string
}

/** A mail as it waits: to whom, and what it says. */
export interface MailMessage {
  to: string
  words: MailWords
  /** Number of the event that it tells of, where people are told of one: who it is for may lose the right to know before it is sent. */
  event?: number
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const maxSubjectLength = 150
const maxParagraphLength = 2_000

/** Names and titles are written by others: each stays on its line, and none fills the mail. */
export function shortened(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : line
}

/** What somebody is called in a mail. */
export const calledInMail = (name: string) => shortened(name, 80)

export function renderMail(words: MailWords): RenderedMail {
  const { subject, paragraphs, link, footer } = words
  const shown = paragraphs.map((paragraph) => shortened(paragraph, maxParagraphLength))
  const text = [...shown, ...(link ? [`${link.text}:\n${link.address}`] : []), '-- ', footer]
  return {
    subject: shortened(subject, maxSubjectLength),
    text: `${text.join('\n\n')}\n`,
    html: pageOf(shown, words),
  }
}

/** Mails load nothing: these are colours of src/face/tokens.css, as they are in the light. */
const face = {
  ...{ page: '#f3f4f7', surface: '#ffffff', line: '#dde0e5', text: '#161b24', muted: '#5a616c' },
  ...{ accent: '#2763d7', onAccent: '#ffffff' },
} as const
const small = `font-size:13px;color:${face.muted}`
const fonts = "Geist,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
/** The mark without its picture, which would have to be loaded. */
const brand = `<p style="margin:0 0 20px;font-weight:600"><span style="display:inline-block;width:20px;height:20px;margin-right:8px;border-radius:5px;vertical-align:-4px;background:${face.accent}"></span>Flightdeck</p>`

function pageOf(paragraphs: string[], { language, link, footer }: MailWords): string {
  const button = link
    ? [
        `<p><a href="${escaped(link.address)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:${face.accent};color:${face.onAccent};text-decoration:none">${escaped(link.text)}</a></p>`,
        `<p style="${small}">${wordsIn(language).mail.openAddress}<br>${escaped(link.address)}</p>`,
      ]
    : []
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...button,
    `<p style="${small}">${escaped(footer)}</p>`,
  ]
  return `<!doctype html>
<html lang="${languageOf(language)}">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
  <body style="margin:0;padding:24px;font-family:${fonts};font-size:15px;line-height:1.5;color:${face.text};background:${face.page}">
    <div style="max-width:560px;margin:0 auto;padding:24px;border:1px solid ${face.line};border-radius:8px;background:${face.surface}">
      ${brand}
      ${body.join('\n      ')}
    </div>
  </body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
